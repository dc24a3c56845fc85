import { afterEach, expect, it } from 'vitest'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { addRunningAttempts } from '#test/large-cohort.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { countAllRunningAttempts } from './count-queries.ts'
import { expireAttempts } from './expire-attempts.ts'

let app: TestApp
afterEach(() => app.close())

it('expired attempts of a whole class are closed in several small transactions', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const { _id: testId } = await createReleasedExam(admin)
  const { attemptId } = await startAttempt(await createStudent(app), testId)
  await addRunningAttempts(app, attemptId, 119)
  app.advanceClock(31 * 60_000)
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

it('an attempt that was finished since it was listed keeps its end', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const { _id: testId } = await createReleasedExam(admin)
  const { attemptId } = await startAttempt(await createStudent(app), testId)
  const finishedAt = app.clock.at + 30 * 60_000
  app.advanceClock(31 * 60_000)
  const { db } = app.deps
  /** Another process, whose finish came in time, writes first. */
  const write: typeof db.write = async (job) => {
    await db.write((tx) =>
      tx
        .updateTable('attempts')
        .set({ finished_at: finishedAt, finish_reason: 'Completed' })
        .where('id', '=', attemptId)
        .execute(),
    )
    return db.write(job)
  }
  await expireAttempts({ ...app.deps, db: { ...db, write } })
  const attempt = db.read.selectFrom('attempts').select(['finished_at', 'finish_reason'])
  expect(await attempt.execute()).toEqual([{ finished_at: finishedAt, finish_reason: 'Completed' }])
})
