import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishQuiz, getQuestions, submitAnswer } from '#contract/attempts.ts'
import { listExamAttempts } from '#contract/results.ts'
import {
  createReleasedExam,
  createStudent,
  expectSingleChoice,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let student: TestStudent
let quiz: Awaited<ReturnType<typeof startAttempt>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  student = await createStudent(app)
  quiz = await startAttempt(student, (await createReleasedExam(admin))._id)
})
afterEach(() => app.close())

const buildAnswerPath = ({ attemptId, testId }: typeof quiz) =>
  `/api/students/submit-answer/${attemptId}/${testId}`
const first = () => quiz.paper.questions[0]?._id ?? ''

/** As text, since some of it is no value of ours. */
async function send(json: string) {
  const reply = await app.fastify.inject({
    method: 'POST',
    url: buildAnswerPath(quiz),
    headers: {
      'content-type': 'application/json',
      cookie: Object.entries(student.cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    },
    payload: json,
  })
  return reply.statusCode
}

const getSelectedAnswer = async () => {
  const { json } = await student.request(getQuestions, { params: { testId: quiz.testId } })
  return expectSingleChoice(json.questions[0]).selectedAnswer
}

describe('a sequence number that our pages never send', () => {
  it.each(['-1', '1.5', '9007199254740992', '1e308', '1e999', 'NaN', '"5"', 'null', '[]', 'true'])(
    '%s is refused, and changes nothing',
    async (sequence) => {
      const body = `{"questionId":"${first()}","selectedOption":1,"sequence":${sequence}}`
      expect(await send(body)).toBe(400)
      expect(await getSelectedAnswer()).toBeNull()
    },
  )

  it('the highest possible one wins for a minute, and a right clock wins after that', async () => {
    const highest = Number.MAX_SAFE_INTEGER
    const body = (option: number, sequence?: number) =>
      JSON.stringify({ questionId: first(), selectedOption: option, sequence })
    expect(await send(body(1, highest))).toBe(200)
    const chosen = await getSelectedAnswer()
    for (const sequence of [0, 7, app.clock.at, highest]) {
      expect(await send(body(2, sequence))).toBe(200)
      expect(await getSelectedAnswer()).toBe(chosen)
    }
    app.advanceClock(60_001)
    expect(await send(body(2, app.clock.at))).toBe(200)
    expect(await getSelectedAnswer(), 'by a device whose clock is right').not.toBe(chosen)
    expect(await send(body(3))).toBe(200)
    expect(await send(body(2))).toBe(200)

    const params = { attemptId: quiz.attemptId }
    expect((await student.request(finishQuiz, { params, body: {} })).status).toBe(200)
    const attempts = await admin.request(listExamAttempts, { params: { testId: quiz.testId } })
    expect(attempts.json).toMatchObject([{ status: 'Completed' }])
  })
})

describe('an invalid answer', () => {
  it.each([
    { title: 'a fifth option', choice: '"selectedOption":4' },
    { title: 'an option before the first', choice: '"selectedOption":-1' },
    { title: 'half an option', choice: '"selectedOption":0.5' },
    { title: 'an option in words of its own', choice: '"selectedAnswer":"right"' },
    { title: 'no option', choice: '"selectedOption":null' },
    { title: 'an answer with its own verdict', choice: '"selectedOption":1,"isCorrect":true' },
    { title: 'an answer for somebody else', choice: '"selectedOption":1,"studentId":"someone"' },
  ])('$title is refused, and changes nothing', async ({ choice }) => {
    expect(await send(`{"questionId":"${first()}",${choice}}`)).toBe(400)
    expect(await getSelectedAnswer()).toBeNull()
  })

  it.each(['nothing', '__proto__', 'constructor', 'toString', '../answers'])(
    'to a question called %s is refused',
    async (questionId) => {
      expect(await send(`{"questionId":"${questionId}","selectedOption":1}`)).toBe(400)
    },
  )

  it('is refused under the id of another test', async () => {
    const other = await createReleasedExam(admin, { title: 'Another' })
    const params = { attemptId: quiz.attemptId, testId: other._id }
    const body = { questionId: first(), selectedOption: 1 }
    expect((await student.request(submitAnswer, { params, body })).status).toBe(404)
    expect(await getSelectedAnswer()).toBeNull()
  })
})
