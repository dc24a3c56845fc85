import { afterEach, beforeEach, expect, it } from 'vitest'
import { finishQuiz, submitAnswer } from '#contract/attempts.ts'
import { updateExam } from '#contract/exams.ts'
import { decideLateAnswers, listLateAnswers, sendLateAnswers } from '#contract/late-answers.ts'
import { getLiveTable, type LiveTable } from '#contract/live.ts'
import { reopenAttempt, reportEvent } from '#contract/proctoring.ts'
import {
  createBatch,
  createQuestions,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const second = 1_000
const minute = 60 * second

let app: TestApp
let admin: TestClient
let asha: TestStudent
let testId: string

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  asha = await createStudent(app, 'Asha')
  const rules = { duration: 30, integrityMode: 'observe', attemptsAllowed: 2 } as const
  testId = (await createReleasedExam(admin, rules))._id
})
afterEach(() => app.close())

/** A second later, so that what was stored is read again. */
async function look(since?: string): Promise<LiveTable> {
  app.advanceClock(second)
  const query = since === undefined ? {} : { since }
  return (await admin.request(getLiveTable, { params: { testId }, query })).json
}
const lookAtAsha = async () => (await look()).students.find(({ name }) => name === 'Asha')
const finish = (attemptId: string) => asha.request(finishQuiz, { params: { attemptId }, body: {} })

async function completeAttempt(): Promise<string> {
  const { attemptId } = await startAttempt(asha, testId)
  await finish(attemptId)
  app.advanceClock(minute)
  return attemptId
}

it('a student whose older attempt was reopened is shown with that one until it ends', async () => {
  const older = await completeAttempt()
  const newest = await completeAttempt()
  expect(await lookAtAsha()).toMatchObject({ attemptId: newest, state: 'finished' })
  const body = { why: 'A power cut' }
  await admin.request(reopenAttempt, { params: { attemptId: older }, body })
  expect(await lookAtAsha()).toMatchObject({
    attemptId: older,
    state: expect.not.stringMatching('finished'),
  })
  await startAttempt(asha, testId)
  await finish(older)
  expect(await lookAtAsha()).toMatchObject({ attemptId: newest, state: 'finished' })
})

it('a new title is a change of the table', async () => {
  await startAttempt(asha, testId)
  const { version } = await look()
  await admin.request(updateExam, { params: { id: testId }, body: { title: 'React' } })
  const changed = await look(version)
  expect(changed).toMatchObject({ isWhole: false, test: { title: 'React' }, students: [] })
  expect(changed.version).not.toBe(version)
  expect((await look(changed.version)).version).toBe(changed.version)
})

it('an edit before the start changes the number of questions of those who are expected', async () => {
  const { _id: batchId } = await createBatch(admin, [asha])
  await openWindow(admin, testId, { now: app.clock.at, audience: { kind: 'batch', batchId } })
  expect(await lookAtAsha()).toMatchObject({ state: 'not-started', totalQuestions: 5 })
  const body = { questions: createQuestions(3) }
  await admin.request(updateExam, { params: { id: testId }, body })
  expect(await lookAtAsha()).toMatchObject({ state: 'not-started', totalQuestions: 3 })
})

it('an event that arrives after the end is counted', async () => {
  const { attemptId } = await startAttempt(asha, testId)
  app.advanceClock(minute)
  const happenedAt = new Date(app.clock.at).toISOString()
  app.advanceClock(minute)
  await finish(attemptId)
  expect(await lookAtAsha()).toMatchObject({ state: 'finished', incidents: 0 })
  const body = { kind: 'hidden', at: happenedAt, durationMs: 5 * second } as const
  await asha.request(reportEvent, { params: { attemptId }, body })
  expect(await lookAtAsha()).toMatchObject({ state: 'finished', incidents: 1 })
})

it('late answers are counted once they are accepted', async () => {
  const { attemptId, paper } = await startAttempt(asha, testId)
  const [first, second] = paper.questions.map(({ _id: questionId }) => ({
    questionId,
    selectedOption: 0,
    sequence: app.clock.at,
  }))
  if (!first || !second) throw new Error('There are five questions')
  const params = { attemptId }
  await asha.request(submitAnswer, { params: { attemptId, testId }, body: first })
  app.advanceClock(31 * minute)
  await asha.request(sendLateAnswers, { params, body: { answers: [second] } })
  expect(await lookAtAsha()).toMatchObject({ state: 'finished', answered: 1 })
  const { answers } = (await admin.request(listLateAnswers, { params })).json
  const decided = answers.map(({ questionId, sequence }) => ({ questionId, sequence }))
  const body = { decision: 'accepted', why: 'The network', answers: decided } as const
  expect((await admin.request(decideLateAnswers, { params, body })).status).toBe(200)
  expect(await lookAtAsha()).toMatchObject({ state: 'finished', answered: 2 })
})
