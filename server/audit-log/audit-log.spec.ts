import { afterEach, beforeEach, expect, it } from 'vitest'
import { studentLogin } from '#contract/accounts.ts'
import { finishQuiz } from '#contract/attempts.ts'
import { listAuditEntries } from '#contract/audit-log.ts'
import { deleteExam } from '#contract/exams.ts'
import { reopenAttempt } from '#contract/proctoring.ts'
import { deleteStudents, eraseStudent, updateStudent } from '#contract/students.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
  studentPassword,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { audit } from './audit.ts'

let app: TestApp
let admin: TestClient
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  app.advanceClock(1)
})
afterEach(() => app.close())

const fetchLog = async (query: object = {}) => {
  app.advanceClock(1)
  return (await admin.request(listAuditEntries, { query })).json
}

it('the log lists who did what to whom, when and from where, newest first', async () => {
  const priya = await createStudent(app, 'Priya Nair')
  app.advanceClock(1)
  await admin.request(updateStudent, { params: { id: priya.id }, body: { remarks: 'Paid' } })
  const [newest, ...older] = await fetchLog()
  expect(newest).toEqual({
    _id: expect.any(String),
    at: new Date(app.clock.at - 1).toISOString(),
    actor: 'admin@example.com',
    actorKind: 'account',
    action: 'student.updated',
    about: [{ name: 'Priya Nair', path: `/getStudents/${priya.id}` }],
    more: 0,
    erasedStudents: 0,
    detail: { fields: ['remarks'] },
    values: { remarks: { from: null, to: 'Paid' } },
    address: '127.0.0.1',
  })
  expect(older.at(-1)).toMatchObject({ actor: 'admin@example.com', action: 'session.started' })
  expect((await fetchLog({ sort: 'oldest' }))[0]).toMatchObject({ action: 'session.started' })
})

it('an entry names a test and an attempt, without links when they are deleted', async () => {
  const priya = await createStudent(app, 'Priya Nair')
  const exam = await createReleasedExam(admin, { title: 'React JS' })
  const attemptId = await completeAttempt(priya, exam._id, 1)
  const body = { why: 'A false alarm', minutes: 5 }
  await admin.send('POST', `/api/students/attempts/${attemptId}/reopen`, { body })
  const [reopened] = await fetchLog({ action: 'attempt.reopened' })
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
  app.advanceClock(3 * 60 * 60_000)
  expect((await admin.request(deleteExam, { params: { id: exam._id } })).status).toBe(200)
  const [deleted] = await fetchLog({ action: 'exam.deleted' })
  expect(deleted).toMatchObject({ about: [{ name: 'React JS', path: null }], detail: {} })
})

it('an entry names the first of many deleted students', async () => {
  const students = []
  for (const n of [1, 2, 3, 4, 5, 6, 7]) students.push(await createStudent(app, `Student ${n}`))
  app.advanceClock(1)
  await admin.request(deleteStudents, { body: { ids: students.map(({ id }) => id) } })
  const [entry] = await fetchLog()
  expect(entry?.about).toHaveLength(5)
  expect(entry).toMatchObject({ action: 'students.deleted', more: 2, detail: {} })
  expect(entry?.about[0]).toMatchObject({ name: expect.stringMatching(/^Student \d$/), path: null })
})

it('the log holds only ids of an erased student, and says so in each line about or by them', async () => {
  const priya = await createStudent(app, 'Priya Nair')
  const arun = await createStudent(app, 'Arun Rao')
  const logIn = { email: priya.email, password: studentPassword }
  for (const password of ['wrong', logIn.password])
    await app.createClient().request(studentLogin, { body: { ...logIn, password } })
  const fetchFailedLogins = () => fetchLog({ action: 'login.failed' })
  await expect.poll(fetchFailedLogins).toMatchObject([{ address: '127.0.0.1' }])
  const exam = await createReleasedExam(admin)
  const attemptId = await completeAttempt(priya, exam._id, 1)
  const reopening = { params: { attemptId }, body: { why: 'Priya was ill', minutes: 5 } }
  await admin.request(reopenAttempt, reopening)
  await startAttempt(priya, exam._id)
  await priya.request(finishQuiz, { params: { attemptId }, body: {} })
  const body = { remarks: 'Priya pays', name: 'Priya Rao' }
  await admin.request(updateStudent, { params: { id: priya.id }, body })
  await admin.request(deleteStudents, { body: { ids: [priya.id, arun.id] } })
  const params = { id: priya.id }
  await admin.request(eraseStudent, { params, body: { name: 'Priya Rao' } })

  const erased = { about: [], more: 1, erasedStudents: 1, values: {} }
  expect(await fetchLog({ action: 'student.updated' })).toMatchObject([erased])
  expect(await fetchLog({ action: 'student.erasure-ordered' })).toMatchObject([erased])
  expect(await fetchLog({ action: 'attempt.reopened' })).toMatchObject([
    { ...erased, detail: { minutes: 5 } },
  ])
  expect(await fetchFailedLogins()).toMatchObject([{ ...erased, address: null }])
  expect((await fetchLog({ action: 'session.started' }))[0]).toMatchObject({
    actor: null,
    actorKind: 'erased-student',
    address: null,
  })
  expect(await fetchLog({ action: 'students.deleted' })).toMatchObject([
    { about: [{ name: 'Arun Rao' }], more: 1, erasedStudents: 1 },
  ])
  expect(JSON.stringify(await fetchLog())).not.toMatch(/priya/i)
})

it('the log can be searched by who, what, whom, why and from where, page by page', async () => {
  const priya = await createStudent(app, 'Priya Nair')
  const arun = await createStudent(app, 'Arun Rao')
  app.advanceClock(1)
  await admin.request(updateStudent, { params: { id: priya.id }, body: { remarks: 'Paid' } })
  app.advanceClock(1)
  await admin.request(updateStudent, { params: { id: arun.id }, body: { fees: 987654 } })
  const searchFields = async (query: object) =>
    (await fetchLog(query)).map(({ detail }) => (detail.fields as string[] | undefined)?.join())
  expect(await searchFields({ search: 'NAIR' })).toContain('remarks')
  expect(await searchFields({ search: 'NAIR' })).not.toContain('fees')
  expect(await searchFields({ search: '987654' })).toEqual(['fees'])
  expect(await searchFields({ search: 'student.upd' })).toEqual(['fees', 'remarks'])
  const labelled = 'student.updated,no.such'
  expect(await searchFields({ search: 'updated a', labelled })).toEqual(['fees', 'remarks'])
  expect(await searchFields({ search: 'updated a' })).toEqual([])
  expect(await searchFields({ search: '100%' })).toEqual([])
  expect(await searchFields({ action: 'student.updated', limit: 1, offset: 1 })).toEqual([
    'remarks',
  ])
  expect((await fetchLog({ search: '127.0.0.1' })).length).toBeGreaterThan(2)
  expect(await fetchLog({ search: 'ADMIN@example', action: 'student.updated' })).toHaveLength(2)
  expect(await fetchLog({ search: 'asha adm', action: 'student.updated' })).toHaveLength(2)
  expect((await admin.send('GET', '/api/audit?action=unheard')).status).toBe(400)
})

it.each([
  { address: '2001:db8::beef', search: 'beef' },
  { address: 'fe80::1%eth0', search: 'eth0' },
  { address: '10.20.30.40', search: '0.30.4' },
])('the search for $search finds $address', async ({ address, search }) => {
  const { deps } = app
  const actor = { id: null, email: '', address }
  await deps.db.write((tx) => audit(tx, deps, { actor, action: 'login.failed' }, deps.now()))
  expect(await fetchLog({ search })).toMatchObject([{ action: 'login.failed', address }])
})

it('the log only grows: the database refuses to change or delete a line', async () => {
  const { db } = app.deps
  const before = await db.read.selectFrom('audit').selectAll().orderBy('sequence').execute()
  expect(before.length).toBeGreaterThan(0)
  const change = db.write((tx) => tx.updateTable('audit').set({ actor_id: 'nobody' }).execute())
  await expect(change).rejects.toThrow('The audit log only grows.')
  const remove = db.write((tx) => tx.deleteFrom('audit').execute())
  await expect(remove).rejects.toThrow('The audit log only grows.')
  expect(await db.read.selectFrom('audit').selectAll().orderBy('sequence').execute()).toEqual(
    before,
  )
})
