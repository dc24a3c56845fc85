import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { studentLogin } from '#contract/accounts.ts'
import { finishQuiz, getQuestions, submitAnswer } from '#contract/attempts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { getExam, listExams, updateExam } from '#contract/exams.ts'
import { sendLateAnswers } from '#contract/late-answers.ts'
import { getAttemptClock, reportEvent } from '#contract/proctoring.ts'
import { getAnswers, listExamAttempts } from '#contract/results.ts'
import { applyChange, type QuestionProgress, untouched } from '#core/attempts/free-paper.ts'
import {
  createMixedQuestions,
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
  studentPassword,
  type TestStudent,
} from '#test/factories.ts'
import { pickByRunLength } from '#test/long-run.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

type Change = Omit<BodyOf<typeof submitAnswer>, 'questionId'>

const minute = 60_000
let app: TestApp
let admin: TestClient
let student: TestStudent
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  student = await createStudent(app)
})
afterEach(() => app.close())

async function setUp(exam: Parameters<typeof createReleasedExam>[1] = {}) {
  const rules = { navigation: 'free', duration: 60, ...exam } as const
  const { _id: testId } = await createReleasedExam(admin, rules)
  const started = await startAttempt(student, testId)
  const ids = started.paper.questions.map(({ _id }) => _id)
  const params = { attemptId: started.attemptId, testId }
  const say = (index: number, change: Change, client: TestClient = student) => {
    const body = { questionId: ids[index] ?? '', ...change }
    return client.request(submitAnswer, { params, body })
  }
  const getPaper = async () => (await student.request(getQuestions, { params: { testId } })).json
  const getProgress = async () =>
    Object.fromEntries(
      Object.entries((await getPaper()).progress ?? {}).map(([questionId, known]) => [
        `q${ids.indexOf(questionId)}`,
        known,
      ]),
    )
  const getScore = async () =>
    (await admin.request(listExamAttempts, { params: { testId } })).json[0]?.score
  /** Places of the right option and of a wrong one. */
  const listPlaces = (index: number) => {
    const { options } = started.paper.questions[index] ?? { options: [] }
    const right = options.findIndex(({ text }) => text.startsWith('right'))
    return { right, wrong: options.findIndex(({ text }) => text.startsWith('wrong')) }
  }
  return { ...started, ids, say, getPaper, getProgress, getScore, listPlaces }
}

describe('a forward paper', () => {
  it('has no navigation field in any reply, and refuses notes', async () => {
    const { say, paper, testId, ids } = await setUp({ navigation: 'forward' })
    expect(paper).not.toHaveProperty('progress')
    const exams = await student.request(listExams)
    expect(exams.text).not.toContain('navigation')
    const exam = await admin.request(getExam, { params: { id: testId } })
    expect(exam.text).not.toContain('navigation')
    for (const note of [{ cleared: true }, { marked: true }, { seen: true }] as const)
      expect(await say(0, note)).toMatchObject({ status: 400, json: { code: 'unknown-option' } })
    expect(await app.deps.db.read.selectFrom('question_progress').selectAll().execute()).toEqual([])
    expect(ids).toHaveLength(5)
  })
})

describe('a free paper', () => {
  it('counts answers but not notes, and no answer that was cleared', async () => {
    const { say } = await setUp()
    const steps: Change[] = [
      { seen: true, sequence: 1 },
      { selectedOption: 1, sequence: 2 },
      { selectedOption: 2, sequence: 3 },
      { marked: true, sequence: 4 },
      { cleared: true, sequence: 5 },
      { cleared: true, sequence: 6 },
    ]
    const counts = []
    for (const step of steps) counts.push((await say(0, step)).json.answered)
    expect(counts).toEqual([0, 1, 1, 1, 0, 0])
  })

  it('resumes with answers, marks and place, in the order of this attempt', async () => {
    const { say, getPaper, getProgress } = await setUp({
      questions: createMixedQuestions(4),
      shuffleOptions: true,
    })
    const paper = await getPaper()
    const several = paper.questions.findIndex((question) => 'selectedAnswers' in question)
    const single = paper.questions.findIndex((question) => 'selectedAnswer' in question)
    await say(single, { seen: true, sequence: 1 })
    await say(single, { selectedOption: 3, sequence: 2 })
    await say(several, { seen: true, sequence: 3 })
    await say(several, { selectedOptions: [2, 0], sequence: 4 })
    await say(several, { marked: true, sequence: 5 })
    await say(single, { cleared: true, sequence: 6 })
    await say(single, { selectedOption: 1, sequence: 7 })
    const progress = await getProgress()
    expect(progress[`q${single}`]).toEqual({
      answer: { value: { selectedOption: 1 }, sequence: 7 },
      mark: null,
      seen: 1,
    })
    expect(progress[`q${several}`]).toEqual({
      answer: { value: { selectedOptions: [0, 2] }, sequence: 4 },
      mark: { value: true, sequence: 5 },
      seen: 3,
    })
  })

  it('keeps a question cleared when an older answer arrives later', async () => {
    const { say, getProgress } = await setUp()
    await say(0, { cleared: true, sequence: 10 })
    expect((await say(0, { selectedOption: 1, sequence: 9 })).json.answered).toBe(0)
    expect((await getProgress()).q0?.answer).toEqual({ value: null, sequence: 10 })
    expect((await say(0, { selectedOption: 1, sequence: 11 })).json.answered).toBe(1)
    expect((await say(0, { cleared: true, sequence: 10 })).json.answered).toBe(1)
  })

  it('treats a change without a sequence as the newest', async () => {
    const { say, getProgress } = await setUp()
    await say(0, { selectedOption: 1 })
    await say(0, { cleared: true })
    await say(0, { selectedOption: 2 })
    await say(0, { marked: true })
    await say(0, { marked: false })
    expect((await getProgress()).q0).toMatchObject({
      answer: { value: { selectedOption: 2 } },
      mark: { value: false },
    })
  })

  it('refuses an unknown question or option, two changes at once, and another student', async () => {
    const { say, attemptId, testId, ids } = await setUp()
    const params = { attemptId, testId }
    const unknown = { questionId: 'nothing', marked: true }
    expect(await student.request(submitAnswer, { params, body: unknown })).toMatchObject({
      json: { code: 'unknown-question' },
    })
    expect(await say(0, { selectedOption: 7 })).toMatchObject({ json: { code: 'unknown-option' } })
    expect(await say(0, { selectedOption: 1, cleared: true })).toMatchObject({
      status: 400,
      json: { code: 'invalid-input' },
    })
    expect(await say(0, { marked: true, seen: true })).toMatchObject({
      json: { code: 'invalid-input' },
    })
    const stranger = await createStudent(app, 'Rohan Rao')
    expect(await say(0, { marked: true }, stranger)).toMatchObject({
      status: 404,
      json: { code: 'attempt-not-found' },
    })
    expect(ids).toHaveLength(5)
  })

  it('scores marked answers but not cleared ones, and names the cleared ones on the answer sheet', async () => {
    const { say, listPlaces, attemptId, testId, getScore } = await setUp()
    for (let index = 0; index < 4; index++)
      await say(index, { selectedOption: listPlaces(index).right })
    await say(0, { marked: true })
    await say(1, { cleared: true })
    await say(2, { selectedOption: listPlaces(2).wrong })
    await student.request(finishQuiz, { params: { attemptId }, body: {} })
    expect(await getScore()).toBe(2)
    expect(await say(3, { cleared: true })).toMatchObject({ json: { code: 'attempt-over' } })
    expect(await getScore()).toBe(2)
    const params = { testId, studentId: student.id }
    const { answers } = (await admin.request(getAnswers, { params })).json
    const cleared = answers.map(({ isCleared = false }) => isCleared)
    expect(cleared).toEqual([false, true, false, false, false])
  })

  it('accepts the changes sent with the end together or not at all', async () => {
    const { say, listPlaces, ids, attemptId, getScore } = await setUp()
    const right = (index: number) => ({
      questionId: ids[index] ?? '',
      selectedOption: listPlaces(index).right,
    })
    await say(0, { selectedOption: listPlaces(0).right, sequence: 1 })
    const answers = [
      { questionId: ids[0] ?? '', cleared: true as const, sequence: 2 },
      { ...right(1), sequence: 3 },
      { questionId: ids[1] ?? '', cleared: true as const, sequence: 4 },
      { ...right(1), sequence: 5 },
      { questionId: ids[2] ?? '', marked: true, sequence: 6 },
      { ...right(3), sequence: 7 },
    ]
    const faulty = [...answers, { questionId: 'nothing', marked: true, sequence: 8 }]
    const refused = await student.request(finishQuiz, {
      params: { attemptId },
      body: { answers: faulty },
    })
    expect(refused).toMatchObject({ json: { code: 'unknown-question' } })
    await student.request(finishQuiz, { params: { attemptId }, body: { answers } })
    expect(await getScore()).toBe(2)
  })

  it('ends with its time, and names answers that were sent with an end too late', async () => {
    const { say, listPlaces, ids, attemptId, getScore } = await setUp()
    await say(0, { selectedOption: listPlaces(0).right })
    app.advanceClock(62 * minute)
    const answers = [
      { questionId: ids[1] ?? '', selectedOption: listPlaces(1).right, sequence: app.clock.at },
    ]
    const { status, json } = await student.request(finishQuiz, {
      params: { attemptId },
      body: { answers },
    })
    expect({ status, reason: json.finishReason }).toEqual({ status: 200, reason: 'Time expired' })
    expect(json.notTaken).toEqual([ids[1]])
    expect(await getScore()).toBe(1)
  })

  it('keeps the last of several changes from a device whose clock is far ahead', async () => {
    const { listPlaces, ids, attemptId, getScore } = await setUp()
    const ahead = app.clock.at + 10 * minute
    const right = (index: number, sequence: number) => {
      return { questionId: ids[index] ?? '', selectedOption: listPlaces(index).right, sequence }
    }
    const clear = (index: number, sequence: number) => {
      return { questionId: ids[index] ?? '', cleared: true as const, sequence }
    }
    const answers = [
      ...[right(0, ahead), clear(0, ahead + 1)],
      ...[right(1, ahead + 2), clear(1, ahead + 3), right(1, ahead + 4)],
    ]
    await student.request(finishQuiz, { params: { attemptId }, body: { answers } })
    expect(await getScore()).toBe(1)
  })

  it('accepts changes sent with an event that ends the attempt', async () => {
    const { say, listPlaces, ids, attemptId, getScore } = await setUp({ integrityMode: 'strict' })
    await say(0, { selectedOption: listPlaces(0).right, sequence: 1 })
    await say(1, { selectedOption: listPlaces(1).right, sequence: 2 })
    const body = {
      kind: 'hidden' as const,
      at: new Date(app.clock.at).toISOString(),
      answers: [{ questionId: ids[1] ?? '', cleared: true as const, sequence: 3 }],
    }
    await student.request(reportEvent, { params: { attemptId }, body })
    expect(await getScore()).toBe(1)
  })

  it('stays free for students who have started, when the test becomes forward', async () => {
    const { say, testId, getPaper } = await setUp()
    const body = { navigation: 'forward' } as const
    const changed = await admin.request(updateExam, { params: { id: testId }, body })
    expect(changed.status).toBe(200)
    expect(await getPaper()).toHaveProperty('progress')
    expect((await say(0, { marked: true })).status).toBe(200)
    expect((await student.request(listExams)).json).toMatchObject([{ navigation: 'free' }])
    const later = await createStudent(app, 'Rohan Rao')
    expect((await later.request(listExams)).text).not.toContain('navigation')
    expect((await startAttempt(later, testId)).paper).not.toHaveProperty('progress')
  })

  it('keeps its score when clearings and marks arrive after the end', async () => {
    const { say, listPlaces, ids, attemptId, getScore } = await setUp()
    const [first = '', second = '', third = ''] = ids
    await say(0, { selectedOption: listPlaces(0).right, sequence: app.clock.at })
    await say(2, { cleared: true, sequence: app.clock.at + 10 })
    await student.request(finishQuiz, { params: { attemptId }, body: {} })
    const at = app.clock.at
    const answers = [
      { questionId: first, cleared: true as const, sequence: at + 1 },
      { questionId: second, selectedOption: 1, sequence: at + 2 },
      { questionId: second, cleared: true as const, sequence: at + 3 },
      { questionId: second, marked: true, sequence: at + 4 },
      { questionId: third, selectedOption: 1, sequence: at + 5 },
    ]
    const { json } = await student.request(sendLateAnswers, {
      params: { attemptId },
      body: { answers },
    })
    expect({ late: json.late, declined: json.declined }).toEqual({ late: [], declined: [] })
    expect(json.saved).toHaveLength(answers.length)
    expect(await getScore()).toBe(1)
  })

  it('tells a second device of the changes made on the first', async () => {
    const { say, testId, ids, attemptId } = await setUp()
    const other = app.createClient()
    await other.request(studentLogin, {
      body: { email: student.email, password: studentPassword },
    })
    await other.request(getQuestions, { params: { testId } })
    await say(1, { selectedOption: 2, sequence: 5 })
    await say(1, { marked: true, sequence: 6 })
    const { json } = await other.request(getAttemptClock, { params: { attemptId } })
    expect(json.elsewhere?.progress).toEqual({
      [ids[1] ?? '']: {
        answer: { value: { selectedOption: 2 }, sequence: 5 },
        mark: { value: true, sequence: 6 },
        seen: null,
      },
    })
  })

  it('accepts an answer, a mark and a position for each of 500 questions in one request', async () => {
    const count = pickByRunLength(500, 60)
    const { ids, attemptId, getScore, listPlaces } = await setUp({
      questions: createQuestions(count),
    })
    const answers = ids.flatMap((questionId, index) => [
      { questionId, seen: true as const, sequence: index * 3 },
      { questionId, selectedOption: listPlaces(index).right, sequence: index * 3 + 1 },
      { questionId, marked: true, sequence: index * 3 + 2 },
    ])
    const reply = await student.request(finishQuiz, { params: { attemptId }, body: { answers } })
    expect(reply.status).toBe(200)
    expect(await getScore()).toBe(count)
  })
})

const change = fc.record({
  question: fc.nat(2),
  sequence: fc.nat(15),
  what: fc.oneof(
    { weight: 3, arbitrary: fc.nat(3).map((selectedOption) => ({ selectedOption })) },
    { weight: 2, arbitrary: fc.constant({ cleared: true as const }) },
    { weight: 1, arbitrary: fc.boolean().map((marked) => ({ marked })) },
    { weight: 1, arbitrary: fc.constant({ seen: true as const }) },
  ),
})

it('the stored progress follows the rules after any history of changes', async () => {
  const { _id: testId } = await createReleasedExam(admin, {
    navigation: 'free',
    attemptsAllowed: 0,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (history) => {
      const { attemptId, paper } = await startAttempt(student, testId)
      const ids = paper.questions.map(({ _id }) => _id)
      const expected: Record<string, QuestionProgress<{ selectedOption: number }>> = {}
      for (const { question, sequence, what } of history) {
        const questionId = ids[question] ?? ''
        const body = { questionId, ...what, sequence }
        const reply = await student.request(submitAnswer, { params: { attemptId, testId }, body })
        expect(reply.status).toBe(200)
        const known = expected[questionId] ?? untouched
        expected[questionId] = applyChange<{ selectedOption: number }>(known, what, sequence)
        const count = Object.values(expected).filter(({ answer }) => answer?.value).length
        expect(reply.json.answered).toBe(count)
      }
      const { progress } = (await student.request(getQuestions, { params: { testId } })).json
      expect(progress).toEqual(expected)
      app.advanceClock(minute)
      await student.request(finishQuiz, { params: { attemptId }, body: {} })
    }),
    { numRuns: pickByRunLength(300, 12) },
  )
})
