import { afterEach, beforeEach, expect, it } from 'vitest'
import { exportAuditEntries, listAuditEntries } from '#contract/audit-log.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { formatInstituteDay } from '#contract/institute-clock.ts'
import { listStaff } from '#contract/staff.ts'
import { createReleasedExam, createStudent, type TestStudent } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { audit, systemActor } from './audit.ts'

const dayMs = 24 * 60 * 60_000

let app: TestApp
let owner: TestClient
let student: TestStudent
let firstDay: string

/** On the first day the owner and a student act, on the next one a teacher and the server. */
beforeEach(async () => {
  app = await createTestApp()
  owner = await app.createAdmin()
  firstDay = formatInstituteDay(app.clock.at)
  student = await createStudent(app, 'Asha Rao')
  await createReleasedExam(owner, { title: 'First day' })
  await student.request(listAuditEntries, {})
  app.advanceClock(dayMs)
  await createReleasedExam(await app.createStaff('teacher'), { title: 'Second day' })
  const event = { actor: systemActor, action: 'clock.power-cut', detail: { seconds: 60 } } as const
  await app.deps.db.write((tx) => audit(tx, app.deps, event, app.clock.at))
})
afterEach(() => app.close())

const listActors = async (query: QueryOf<typeof listAuditEntries>) => {
  const { json } = await owner.request(listAuditEntries, { query })
  return new Set(json.map(({ actor }) => actor))
}

it('the filter by staff leaves out students, visitors and the server', async () => {
  const everybody = await listActors({})
  expect(everybody).toContain(student.email)
  expect(everybody).toContain(null)
  expect(await listActors({ by: 'staff' })).toEqual(
    new Set(['admin@example.com', 'teacher@example.com']),
  )
})

it('the filter by staff keeps those whose accounts are erased', async () => {
  const { json: staff } = await owner.request(listStaff, { query: { search: 'teacher' } })
  const ids = staff.map(({ _id }) => _id)
  const event = { actor: systemActor, action: 'admin.erased', detail: { ids } } as const
  await app.deps.db.erase(async (tx) => {
    await tx.deleteFrom('accounts').where('id', 'in', ids).execute()
    await audit(tx, app.deps, event, app.clock.at)
  })
  const { json } = await owner.request(listAuditEntries, { query: { by: 'staff' } })
  expect(new Set(json.map(({ actorKind }) => actorKind))).toEqual(new Set(['account', 'erased']))
})

it('the log can be filtered by one person', async () => {
  const { json } = await owner.request(listStaff, { query: { search: 'teacher' } })
  expect(await listActors({ by: json[0]?._id ?? '' })).toEqual(new Set(['teacher@example.com']))
  expect(await listActors({ by: 'nobody' })).toEqual(new Set())
})

it('the filter by a day lasts from its first moment at the institute to its last', async () => {
  const nextDay = formatInstituteDay(app.clock.at)
  const listCreated = async (range: object) => {
    const query = { action: 'exam.created', ...range } as const
    const { json } = await owner.request(listAuditEntries, { query })
    return json.map(({ about }) => about[0]?.name)
  }
  expect(await listCreated({ from: firstDay, to: firstDay })).toEqual(['First day'])
  expect(await listCreated({ from: nextDay })).toEqual(['Second day'])
  expect(await listCreated({ to: nextDay })).toEqual(['Second day', 'First day'])
  const midnight = Date.parse(`${nextDay}T00:00:00.000+05:30`)
  const event = { actor: systemActor, action: 'clock.followed', detail: {} } as const
  for (const at of [midnight - 1, midnight])
    await app.deps.db.write((tx) => audit(tx, app.deps, event, at))
  const query = { action: 'clock.followed' } as const
  const count = async (range: object) =>
    (await owner.request(listAuditEntries, { query: { ...query, ...range } })).json.length
  expect([await count({ to: firstDay }), await count({ from: nextDay })]).toEqual([1, 1])
})

it('an export has the same entries in the words of the screen, and is logged', async () => {
  const { text } = await owner.request(exportAuditEntries, {
    query: { by: 'staff', from: firstDay },
  })
  const [head, ...rows] = text.trim().split('\n')
  expect(head).toContain('When,What,Whom or what,Details,Who,From where')
  const { json } = await owner.request(listAuditEntries, { query: { by: 'staff' } })
  const [own, ...others] = json
  expect(own).toMatchObject({ action: 'audit-log.exported', detail: { format: 'csv' } })
  expect(rows).toHaveLength(others.length)
  expect(rows.filter((row) => row.includes('Released a test,Second day'))).toHaveLength(1)
  expect(text).not.toContain(student.email)
})
