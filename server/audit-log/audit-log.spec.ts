import { afterEach, beforeEach, expect, it } from 'vitest'
import { listAuditEntries } from '#contract/audit-log.ts'
import { deleteExam } from '#contract/exams.ts'
import { deleteStudents, updateStudent } from '#contract/students.ts'
import type { Guest, House } from '../house.ts'
import { enrol, releasedExam, sitThrough } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'

let house: House
let admin: Guest
beforeEach(async () => {
  house = await openHouse()
  admin = await house.admin()
  house.pass(1)
})
afterEach(() => house.close())

const log = async (query: object = {}) => {
  house.pass(1)
  return (await admin.ask(listAuditEntries, { query })).json
}

it('tells who did what to whom, when and from where, the newest first', async () => {
  const priya = await enrol(house, 'Priya Nair')
  house.pass(1)
  await admin.ask(updateStudent, { params: { id: priya.id }, body: { remarks: 'Paid' } })
  const [newest, ...older] = await log()
  expect(newest).toEqual({
    _id: expect.any(String),
    at: new Date(house.clock.at - 1).toISOString(),
    actor: 'admin@example.com',
    actorKind: 'account',
    action: 'student.updated',
    about: [{ name: 'Priya Nair', path: `/getStudents/${priya.id}` }],
    more: 0,
    detail: { fields: ['remarks'] },
    values: {},
    address: '127.0.0.1',
  })
  expect(older.at(-1)).toMatchObject({ actor: 'admin@example.com', action: 'session.started' })
  expect((await log({ sort: 'oldest' }))[0]).toMatchObject({ action: 'session.started' })
})

it('names a test and an attempt, and links to neither when it is deleted', async () => {
  const priya = await enrol(house, 'Priya Nair')
  const exam = await releasedExam(admin, { title: 'React JS' })
  const attemptId = await sitThrough(priya, exam._id, 1)
  const body = { why: 'A false alarm', minutes: 5 }
  await admin.call('POST', `/api/students/attempts/${attemptId}/reopen`, { body })
  const [reopened] = await log({ action: 'attempt.reopened' })
  expect(reopened).toMatchObject({
    about: [
      {
        name: 'Priya Nair, React JS',
        path: `/admin/test/${exam._id}/student/${priya.id}?attempt=${attemptId}`,
      },
    ],
    detail: { minutes: 5 },
    values: { why: 'A false alarm' },
  })
  house.pass(3 * 60 * 60_000)
  expect((await admin.ask(deleteExam, { params: { id: exam._id } })).status).toBe(200)
  const [deleted] = await log({ action: 'exam.deleted' })
  expect(deleted).toMatchObject({ about: [{ name: 'React JS', path: null }], detail: {} })
})

it('names the first of many students who were deleted', async () => {
  const students = []
  for (const n of [1, 2, 3, 4, 5, 6, 7]) students.push(await enrol(house, `Student ${n}`))
  house.pass(1)
  await admin.ask(deleteStudents, { body: { ids: students.map(({ id }) => id) } })
  const [deed] = await log()
  expect(deed?.about).toHaveLength(5)
  expect(deed).toMatchObject({ action: 'students.deleted', more: 2, detail: {} })
  expect(deed?.about[0]).toMatchObject({ name: expect.stringMatching(/^Student \d$/), path: null })
})

it('is searched by who, what, whom, why and from where, and turned by page', async () => {
  const priya = await enrol(house, 'Priya Nair')
  const arun = await enrol(house, 'Arun Rao')
  house.pass(1)
  await admin.ask(updateStudent, { params: { id: priya.id }, body: { remarks: 'Paid' } })
  house.pass(1)
  await admin.ask(updateStudent, { params: { id: arun.id }, body: { fees: 987654 } })
  const found = async (query: object) =>
    (await log(query)).map(({ detail }) => (detail.fields as string[] | undefined)?.join())
  expect(await found({ search: 'NAIR' })).toContain('remarks')
  expect(await found({ search: 'NAIR' })).not.toContain('fees')
  expect(await found({ search: '987654' })).toEqual(['fees'])
  expect(await found({ search: 'student.upd' })).toEqual(['fees', 'remarks'])
  const labelled = 'student.updated,no.such'
  expect(await found({ search: 'updated a', labelled })).toEqual(['fees', 'remarks'])
  expect(await found({ search: 'updated a' })).toEqual([])
  expect(await found({ search: '100%' })).toEqual([])
  expect(await found({ action: 'student.updated', limit: 1, offset: 1 })).toEqual(['remarks'])
  expect((await log({ search: '127.0.0.1' })).length).toBeGreaterThan(2)
  expect(await log({ search: 'ADMIN@example', action: 'student.updated' })).toHaveLength(2)
  expect(await log({ search: 'asha adm', action: 'student.updated' })).toHaveLength(2)
  expect((await admin.call('GET', '/api/audit?action=unheard')).status).toBe(400)
})

it('only grows: the database itself refuses to change or delete a line', async () => {
  const { db } = house.deps
  const before = await db.read.selectFrom('audit').selectAll().execute()
  expect(before.length).toBeGreaterThan(0)
  const change = db.write((tx) => tx.updateTable('audit').set({ actor_id: 'nobody' }).execute())
  await expect(change).rejects.toThrow('The audit log only grows.')
  const remove = db.write((tx) => tx.deleteFrom('audit').execute())
  await expect(remove).rejects.toThrow('The audit log only grows.')
  expect(await db.read.selectFrom('audit').selectAll().execute()).toEqual(before)
})
