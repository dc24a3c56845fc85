import { afterEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/attempts.ts'
import { deleteExam, listExams, updateExam } from '#contract/exams.ts'
import { releaseResults } from '#contract/result-release.ts'
import { getOwnResult, listExamAttempts } from '#contract/results.ts'
import { buildUrl } from '#server/http/in-process-client.ts'
import {
  completeAttempt,
  createDraftExam,
  createQuestions,
  createReleasedExam,
  createStudent,
  expectSingleChoice,
  startAttempt,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const minute = 60_000
let app: TestApp
let admin: TestClient
afterEach(() => app.close())

async function setUpExam() {
  app = await createTestApp()
  admin = await app.createAdmin()
  const student = await createStudent(app)
  const exam = await createReleasedExam(admin)
  return { student, testId: exam._id }
}

async function listScores(testId: string) {
  const { json } = await admin.request(listExamAttempts, { params: { testId } })
  return json.map(({ score, finishReason, status }) => ({ score, finishReason, status }))
}

describe('start', () => {
  it('makes one attempt from 20 parallel requests', async () => {
    const { student, testId } = await setUpExam()
    const starts = await Promise.all(
      Array.from({ length: 20 }, () => student.request(contract.startQuiz, { params: { testId } })),
    )
    expect(new Set(starts.map(({ json }) => json.quizAttemptId)).size).toBe(1)
    expect(starts.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(starts.filter(({ status }) => status === 200)).toHaveLength(19)
    expect(await listScores(testId)).toHaveLength(1)
  })

  it('resumes the running attempt with the time it was given', async () => {
    const { student, testId } = await setUpExam()
    const first = await student.request(contract.startQuiz, { params: { testId } })
    app.advanceClock(10 * minute)
    const second = await student.request(contract.startQuiz, { params: { testId } })
    expect(second).toMatchObject({ status: 200, json: { endsAt: first.json.endsAt } })
  })

  it('refuses a test that is not released, as if it were not there', async () => {
    const { student } = await setUpExam()
    const hidden = await createDraftExam(admin)
    const reply = await student.request(contract.startQuiz, { params: { testId: hidden._id } })
    const missing = await student.request(contract.startQuiz, { params: { testId: 'nothing' } })
    expect(reply.status).toBe(404)
    expect(reply.text).toBe(missing.text)
  })

  it('refuses a second attempt', async () => {
    const { student, testId } = await setUpExam()
    await completeAttempt(student, testId, 3)
    const again = await student.request(contract.startQuiz, { params: { testId } })
    expect(again).toMatchObject({
      status: 409,
      json: { code: 'already-taken', message: 'You have already taken this test.' },
    })
  })

  it('allows a second attempt where the test allows two', async () => {
    const { student } = await setUpExam()
    const { _id: testId } = await createReleasedExam(admin, { attemptsAllowed: 2 })
    await completeAttempt(student, testId, 1)
    expect((await student.request(contract.startQuiz, { params: { testId } })).status).toBe(201)
  })

  it('gives extra time to those who have it', async () => {
    const { testId } = await setUpExam()
    const extraTimeStudent = await createStudent(app, 'Sana Shaikh', { extra_time_percent: 50 })
    const { json } = await extraTimeStudent.request(contract.startQuiz, { params: { testId } })
    expect(Date.parse(json.endsAt) - Date.parse(json.startTime)).toBe(45 * minute)
  })
})

describe('the paper', () => {
  it('is presented in the same order throughout an attempt, without the key', async () => {
    const { student, testId } = await setUpExam()
    const { paper } = await startAttempt(student, testId)
    const again = await student.request(contract.getQuestions, { params: { testId } })
    expect(again.json.questions).toEqual(paper.questions)
    expect(Object.keys(paper.questions[0] ?? {}).sort()).toEqual(
      ['_id', 'codeSnippet', 'options', 'question', 'selectedAnswer'].sort(),
    )
    expect(again.text).not.toMatch(/correct/i)
  })

  it('does not change while an attempt runs, whatever an admin does to the test', async () => {
    const { student, testId } = await setUpExam()
    const { attemptId, paper } = await startAttempt(student, testId)
    const body = { title: 'Other', duration: 1, released: false, questions: createQuestions(1) }
    const params = { id: testId }
    expect((await admin.request(updateExam, { params, body })).status).toBe(200)
    const deletion = await admin.request(deleteExam, { params })
    expect(deletion).toMatchObject({ status: 409, json: { code: 'test-has-running-attempts' } })

    const after = await student.request(contract.getQuestions, { params: { testId } })
    expect(after.json).toEqual({ ...paper, serverTime: after.json.serverTime })
    app.advanceClock(20 * minute)
    const question = paper.questions[0]
    const answered = await student.request(contract.submitAnswer, {
      params: { attemptId, testId },
      body: { questionId: question?._id ?? '', selectedOption: 0 },
    })
    expect(answered.status).toBe(200)
    const listed = await student.request(listExams)
    expect(listed.json).toHaveLength(1)
  })

  it('is refused without a running attempt', async () => {
    const { student, testId } = await setUpExam()
    const reply = await student.request(contract.getQuestions, { params: { testId } })
    expect(reply).toMatchObject({ status: 409, json: { code: 'no-running-attempt' } })
  })
})

describe('an answer', () => {
  it('gets the same reply for right and wrong', async () => {
    const { student, testId } = await setUpExam()
    const { attemptId, paper } = await startAttempt(student, testId)
    const params = { attemptId, testId }
    const replies = await Promise.all(
      ['right', 'wrong'].map((word, place) => {
        const question = paper.questions[place]
        const option = question?.options.find(({ text }) => text.startsWith(word))
        const body = { questionId: question?._id ?? '', selectedAnswer: option?.text }
        return student.request(contract.submitAnswer, { params, body })
      }),
    )
    const replyBodies = replies.map(({ json: { answered, ...rest } }) => rest)
    expect(replyBodies[0]).toEqual(replyBodies[1])
  })

  it('with a lower sequence does not replace one with a higher', async () => {
    const { student, testId } = await setUpExam()
    const { attemptId, paper } = await startAttempt(student, testId)
    const question = paper.questions[0]
    for (const [sequence, selectedOption] of [
      [5, 1],
      [3, 2],
      [5, 3],
    ] as const) {
      const body = { questionId: question?._id ?? '', selectedOption, sequence }
      await student.request(contract.submitAnswer, { params: { attemptId, testId }, body })
    }
    const { json } = await student.request(contract.getQuestions, { params: { testId } })
    expect(expectSingleChoice(json.questions[0]).selectedAnswer).toBe(question?.options[1]?.text)
  })

  it('counts until 15 s after the deadline, and not a moment longer', async () => {
    const { student, testId } = await setUpExam()
    const { attemptId, paper } = await startAttempt(student, testId)
    const params = { attemptId, testId }
    const body = { questionId: paper.questions[0]?._id ?? '', selectedOption: 0 }
    app.advanceClock(30 * minute + 15_000)
    expect((await student.request(contract.submitAnswer, { params, body })).status).toBe(200)
    app.advanceClock(1)
    const late = await student.request(contract.submitAnswer, { params, body })
    expect(late).toMatchObject({ status: 409, json: { code: 'attempt-over' } })
  })

  it.each([
    { body: { selectedOption: 4 }, status: 400 },
    { body: { selectedAnswer: 'not an option' }, status: 400 },
    { body: { selectedAnswer: 'wrong 0 a', selectedOption: 0 }, status: 400 },
    { body: {}, status: 400 },
    { body: { selectedOption: 0, isCorrect: true }, status: 400 },
    { body: { selectedOption: 0, questionId: 'unknown' }, status: 400 },
    { body: { selectedOption: '0' }, status: 400 },
  ])('is refused when it is $body', async ({ body, status }) => {
    const { student, testId } = await setUpExam()
    const { attemptId, paper } = await startAttempt(student, testId)
    const questionId = paper.questions.find(({ question }) => question.text === 'Question 0')?._id
    const url = `/api/students/submit-answer/${attemptId}/${testId}`
    const reply = await student.send('POST', url, { body: { questionId, ...body } })
    expect(reply.status).toBe(status)
    expect(reply.json.message).toBeTruthy()
  })

  it('to another student’s attempt is refused as if the attempt did not exist', async () => {
    const { student, testId } = await setUpExam()
    const { attemptId, paper } = await startAttempt(student, testId)
    const other = await createStudent(app, 'Rohan Rao')
    const body = { questionId: paper.questions[0]?._id ?? '', selectedOption: 0 }
    const stolen = await other.request(contract.submitAnswer, {
      params: { attemptId, testId },
      body,
    })
    const missing = await other.request(contract.submitAnswer, {
      params: { attemptId: 'nothing', testId },
      body,
    })
    expect(stolen.status).toBe(404)
    expect(stolen.text).toBe(missing.text)
  })
})

describe('the end', () => {
  it('is marked by the server, whatever score the browser sends', async () => {
    const { student, testId } = await setUpExam()
    const { attemptId } = await startAttempt(student, testId)
    await student.request(contract.finishQuiz, { params: { attemptId }, body: { score: 999 } })
    expect(await listScores(testId)).toEqual([
      { score: 0, finishReason: 'Completed', status: 'Completed' },
    ])
  })

  it.each([
    { call: contract.finishQuiz, type: undefined, payload: undefined },
    { call: contract.finishQuiz, type: 'application/json', payload: '' },
    { call: contract.finishExpiredQuiz, type: undefined, payload: undefined },
    { call: contract.finishExpiredQuiz, type: 'application/json', payload: '' },
  ])('needs no body in $call.path, declared as $type', async ({ call, type, payload }) => {
    const { student, testId } = await setUpExam()
    const { attemptId } = await startAttempt(student, testId)
    const reply = await app.fastify.inject({
      method: 'POST',
      url: buildUrl(call.path, { attemptId }),
      cookies: student.cookies,
      ...(type && { headers: { 'content-type': type } }),
      ...(payload !== undefined && { payload }),
    })
    expect([reply.statusCode, reply.json().finishReason]).toEqual([200, 'Completed'])
  })

  it('gives one result for 20 parallel requests', async () => {
    const { student, testId } = await setUpExam()
    const { attemptId } = await startAttempt(student, testId)
    const params = { attemptId }
    const reasons = ['Developer tools opened', 'User pressed back button'] as const
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        student.request(contract.finishQuiz, { params, body: { reason: reasons[n % 2] } }),
      ),
    )
    expect(new Set(ends.map(({ text }) => text)).size).toBe(1)
  })

  it('saves the answers that are sent with it', async () => {
    const { student, testId } = await setUpExam()
    const { attemptId, paper } = await startAttempt(student, testId)
    const answers = paper.questions.map((question) => ({
      questionId: question._id,
      selectedAnswer: question.options.find(({ text }) => text.startsWith('right'))?.text,
    }))
    const body = { reason: 'Page refreshed or closed', answers }
    await student.request(contract.finishQuiz, { params: { attemptId }, body })
    expect(await listScores(testId)).toEqual([
      { score: 5, finishReason: 'Page refreshed or closed', status: 'Completed' },
    ])
  })

  it('leaves the time of the answers that were saved before it', async () => {
    const { student, testId } = await setUpExam()
    const { attemptId, paper } = await startAttempt(student, testId)
    const [first, second] = paper.questions.map(({ _id }) => ({
      questionId: _id,
      selectedOption: 0,
    }))
    const body = first ?? { questionId: '' }
    await student.request(contract.submitAnswer, { params: { attemptId, testId }, body })
    const savedAt = app.clock.at
    app.advanceClock(minute)
    const end = { reason: 'Completed', answers: second ? [second] : [] } as const
    await student.request(contract.finishQuiz, { params: { attemptId }, body: end })
    const answers = await app.deps.db.read
      .selectFrom('answers')
      .select(['question_id', 'answered_at'])
      .orderBy('answered_at')
      .execute()
    expect(answers).toEqual([
      { question_id: first?.questionId, answered_at: savedAt },
      { question_id: second?.questionId, answered_at: savedAt + minute },
    ])
  })

  it('comes by itself when the time is over, with the answers saved by then', async () => {
    const { student, testId } = await setUpExam()
    const { attemptId, paper } = await startAttempt(student, testId)
    const question = paper.questions[0]
    const selectedAnswer = question?.options.find(({ text }) => text.startsWith('right'))?.text
    const body = { questionId: question?._id ?? '', selectedAnswer }
    await student.request(contract.submitAnswer, { params: { attemptId, testId }, body })
    app.advanceClock(30 * minute + 15_001)
    const { json } = await admin.request(listExamAttempts, { params: { testId } })
    expect(json).toMatchObject([{ score: 1, finishReason: 'Time expired', status: 'Completed' }])
    expect(Date.parse(json[0]?.endTime ?? '') - Date.parse(json[0]?.startTime ?? '')).toBe(
      30 * minute,
    )
  })

  it('has the reason Time expired for a finish within the grace', async () => {
    const { student, testId } = await setUpExam()
    const { attemptId } = await startAttempt(student, testId)
    app.advanceClock(30 * minute + 5_000)
    const reply = await student.request(contract.finishExpiredQuiz, {
      params: { attemptId },
      body: { score: 3 },
    })
    expect(reply.json.finishReason).toBe('Time expired')
  })
})

describe('the answer sheet', () => {
  it('is closed until the result is released', async () => {
    const { student, testId } = await setUpExam()
    const attemptId = await completeAttempt(student, testId, 3)
    const params = { attemptId }
    const early = await student.request(getOwnResult, { params })
    expect(early).toMatchObject({
      status: 403,
      json: { message: 'Results not yet released for this test.' },
    })
    await admin.request(releaseResults, { params: { testId } })
    const { json } = await student.request(getOwnResult, { params })
    expect(json).toMatchObject({ score: 3, percentage: 60, totalQuestions: 5 })
    expect(json.responses.filter(({ isCorrect }) => isCorrect)).toHaveLength(3)
  })

  it('stays closed while another attempt at the same test runs', async () => {
    const { student } = await setUpExam()
    const { _id: testId } = await createReleasedExam(admin, { attemptsAllowed: 2 })
    const attemptId = await completeAttempt(student, testId, 3)
    await admin.request(releaseResults, { params: { testId } })
    expect((await student.request(getOwnResult, { params: { attemptId } })).status).toBe(200)
    await student.request(contract.startQuiz, { params: { testId } })
    expect((await student.request(getOwnResult, { params: { attemptId } })).status).toBe(403)
  })
})
