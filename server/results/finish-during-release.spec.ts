import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { releaseResults } from '#contract/result-release.ts'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { finishQuiz } from '../attempts/finish-quiz.ts'
import type { Deps } from '../deps.ts'
import { createPlaceLog } from '../presence/place-log.ts'

let app: TestApp
afterEach(() => app.close())

it('a student who finishes during the release is also sent the result', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const { _id: testId } = await createReleasedExam(admin)
  const student = await createStudent(app)
  const { attemptId } = await startAttempt(student, testId)

  const { heldDeps, isWaiting, resume } = holdCommits(app.deps)
  const caller = { ip: '127.0.0.1', headers: {}, cookies: {} }
  const input = { studentId: student.id, attemptId, reason: undefined, answers: [], caller }
  const finished = finishQuiz(heldDeps, createPlaceLog(heldDeps), input)
  await isWaiting
  const released = admin.request(releaseResults, { params: { testId } })
  await pause(300)
  resume()
  expect((await released).status).toBe(202)
  expect(await finished).toEqual({ finishReason: 'Completed' })

  const mails = await app.deps.db.read
    .selectFrom('mails')
    .select('account_id')
    .where('exam_id', '=', testId)
    .execute()
  expect(mails).toEqual([{ account_id: student.id }])
})

/** The same app, but its writes are not committed until the spec says so. */
function holdCommits(deps: Deps) {
  let resume = () => {}
  let reportWaiting = () => {}
  const isWaiting = new Promise<void>((resolve) => {
    reportWaiting = resolve
  })
  const gate = new Promise<void>((open) => {
    resume = open
  })
  const write: Deps['db']['write'] = (job) =>
    deps.db.write(async (tx) => {
      const result = await job(tx)
      reportWaiting()
      await gate
      return result
    })
  const heldDeps: Deps = { ...deps, db: { ...deps.db, write } }
  return { heldDeps, isWaiting, resume: () => resume() }
}
