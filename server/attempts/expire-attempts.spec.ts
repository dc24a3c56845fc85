import { afterEach, expect, it } from 'vitest'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { addRunningAttempts } from '#test/large-cohort.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { countAllRunningAttempts } from './count-queries.ts'
import { expireAttempts } from './expire-attempts.ts'

const minute = 60_000
let app: TestApp
afterEach(() => app.close())

it('expired attempts of a whole class are closed in several small transactions', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const { _id: testId } = await createReleasedExam(admin)
  const { attemptId } = await startAttempt(await createStudent(app), testId)
  await addRunningAttempts(app, attemptId, 119)
  app.advanceClock(31 * minute)
  const { db } = app.deps
  let writes = 0
  const write: typeof db.write = (job) => {
    writes += 1
    return db.write(job)
  }
  await expireAttempts({ ...app.deps, db: { ...db, write } })
  expect(await countAllRunningAttempts(db.read)).toBe(0)
  expect(writes).toBe(3)
})

it.each([
  {
    title: 'was finished',
    change: { finished_at: 30 * minute, finish_reason: 'Completed', score: 0 },
  },
  { title: 'was given time', change: { ends_at: 40 * minute, closes_at: 41 * minute } },
  { title: 'was paused', change: { paused_at: 29 * minute } },
])('an attempt that $title since it was listed is left as it is', async ({ change }) => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const { _id: testId } = await createReleasedExam(admin)
  const { attemptId } = await startAttempt(await createStudent(app), testId)
  const startedAt = app.clock.at
  const changed = Object.fromEntries(
    Object.entries(change).map(([column, value]) => [
      column,
      column.endsWith('_at') ? startedAt + Number(value) : value,
    ]),
  )
  app.advanceClock(31 * minute)
  const { db } = app.deps
  let writes = 0
  const listAttempts = () => db.read.selectFrom('attempts').selectAll().execute()
  let expected: unknown
  /** Another process, whose change came in time, writes first. */
  const write: typeof db.write = async (job) => {
    await db.write((tx) =>
      tx.updateTable('attempts').set(changed).where('id', '=', attemptId).execute(),
    )
    expected = await listAttempts()
    writes += 1
    return db.write(job)
  }
  await expireAttempts({ ...app.deps, db: { ...db, write } })
  expect(writes).toBe(1)
  expect(await listAttempts()).toEqual(expected)
})
