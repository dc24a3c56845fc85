import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishQuiz, getQuestions, startQuiz, submitAnswer } from '#contract/attempts.ts'
import { createExam, getExam, updateExam } from '#contract/exams.ts'
import * as grading from '#contract/grading.ts'
import * as results from '#contract/results.ts'
import { kindNames } from '#core/questions/question.ts'
import { createReleasedExam, createStudent, type TestStudent } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
})
afterAll(() => app.close())

const options = ['Its state', 'A ref', 'Its parent', 'A variable', 'Its context']
const right = ['Its state', 'Its parent', 'Its context']
const written = {
  kind: 'multiple-choice' as const,
  question: 'What makes a component render again?',
  options,
  correct_answers: right.toReversed(),
}

async function createReactExam() {
  const { _id: testId } = await createReleasedExam(admin, {
    questions: [written],
    shuffleOptions: true,
  })
  return testId
}

async function start(student: TestClient, testId: string) {
  const body = { kinds: kindNames }
  const { json } = await student.request(startQuiz, { params: { testId }, body })
  const paper = await student.request(getQuestions, { params: { testId } })
  const question = paper.json.questions[0]
  if (question?.kind !== 'multiple-choice') throw new Error('There is no such question')
  const placesOf = (texts: readonly string[]) =>
    texts.map((text) => question.options.findIndex((option) => option.text === text))
  const params = { attemptId: json.quizAttemptId, testId }
  const submit = (selectedOptions: number[]) =>
    student.request(submitAnswer, { params, body: { questionId: question._id, selectedOptions } })
  return { attemptId: json.quizAttemptId, question, placesOf, submit }
}

async function complete(student: TestClient, testId: string, texts: readonly string[]) {
  const { attemptId, placesOf, submit } = await start(student, testId)
  if (texts.length > 0) await submit(placesOf(texts))
  await student.request(finishQuiz, { params: { attemptId }, body: {} })
  return attemptId
}

const getScore = async (testId: string, { id: studentId }: TestStudent) =>
  (await admin.request(results.getScoreDetails, { params: { testId, studentId } })).json

it('a question is written and read with its kind and every right option', async () => {
  const testId = await createReactExam()
  const { json } = await admin.request(getExam, { params: { id: testId } })
  expect(json.questions).toMatchObject([{ kind: 'multiple-choice', correct_answers: right }])
  const { revisionId } = (await admin.request(grading.listItemAnalyses, { params: { testId } }))
    .json.items[0] ?? { revisionId: '' }
  const questions = json.questions
  await admin.request(updateExam, { params: { id: testId }, body: { questions } })
  const { items } = (await admin.request(grading.listItemAnalyses, { params: { testId } })).json
  expect(items).toMatchObject([{ revisionId, kind: 'multiple-choice' }])
})

it.each([
  { correct_answers: [], field: 'questions.0.correct_answers' },
  { correct_answers: ['Nothing'], field: 'questions.0.correct_answers' },
  { options: ['Its state'], field: 'questions.0.options' },
  { kind: 'essay', field: 'questions.0.kind' },
  { correct_answer: 'Its state', field: 'questions.0.correct_answer' },
])('a question with $field wrong is refused', async ({ field, ...wrong }) => {
  const body = { title: 'React', questions: [{ ...written, ...wrong }] }
  const reply = await admin.request(createExam, { body: body as never })
  expect(reply.status).toBe(400)
  expect(Object.keys(reply.json.fields ?? {})).toContain(field)
})

it('a question is presented without its key, with the options that were chosen', async () => {
  const testId = await createReactExam()
  const student = await createStudent(app)
  const { question, placesOf, submit } = await start(student, testId)
  expect(Object.keys(question)).toEqual([
    ...['kind', '_id', 'question', 'options', 'codeSnippet', 'selectedAnswers'],
  ])
  expect(question.options.map(({ text }) => text).toSorted()).toEqual(options.toSorted())
  expect(question.selectedAnswers).toBeNull()
  const saved = await submit(placesOf(['Its parent', 'A ref']))
  expect(saved.json).toMatchObject({ answered: 1, totalQuestions: 1 })
  const { json } = await student.request(getQuestions, { params: { testId } })
  expect(json.questions).toMatchObject([{ selectedAnswers: ['A ref', 'Its parent'] }])
})

it.each([
  { title: 'nothing chosen', sent: { selectedOptions: [] } },
  { title: 'an option twice', sent: { selectedOptions: [1, 1] } },
  { title: 'an option that is not there', sent: { selectedOptions: [0, 5] } },
  { title: 'the answer to single choice', sent: { selectedOption: 0 } },
  { title: 'a text', sent: { selectedAnswer: 'Its state' } },
  { title: 'both kinds of answer', sent: { selectedOption: 0, selectedOptions: [0] } },
])('the server refuses $title, with the end as well', async ({ sent }) => {
  const testId = await createReactExam()
  const student = await createStudent(app)
  const { attemptId, question } = await start(student, testId)
  const answer = { questionId: question._id, ...sent }
  const params = { attemptId, testId }
  const reply = await student.request(submitAnswer, { params, body: answer })
  expect(reply.status).toBe(400)
  const ended = await student.request(finishQuiz, { params, body: { answers: [answer] } })
  expect(ended.status).toBe(400)
})

describe('the mark', () => {
  it.each([
    { chosen: right, score: 1 },
    { chosen: right.toReversed(), score: 1 },
    { chosen: ['Its state'], score: 0 },
    { chosen: options, score: 0 },
    { chosen: [], score: 0 },
  ])('for $chosen is $score', async ({ chosen, score }) => {
    const testId = await createReactExam()
    const student = await createStudent(app)
    await complete(student, testId, chosen)
    expect(await getScore(testId, student)).toMatchObject({
      score,
      responses: [
        {
          kind: 'multiple-choice',
          correctAnswers: right,
          selectedAnswers: chosen.length > 0 ? options.filter((one) => chosen.includes(one)) : null,
          isCorrect: score === 1,
        },
      ],
    })
  })

  it('follows a corrected key, for a set of options and for everyone', async () => {
    const testId = await createReactExam()
    const student = await createStudent(app)
    await complete(student, testId, ['Its state', 'Its parent'])
    const { items } = (await admin.request(grading.listItemAnalyses, { params: { testId } })).json
    const { questionId = '', revisionId = '' } = items[0] ?? {}
    const correct = (key: string) =>
      admin.request(grading.correctAnswerKey, {
        params: { testId },
        body: { questionId, revisionId, key, why: 'The context was never taught' },
      })
    expect((await correct('A,C')).json).toMatchObject({ raised: 1, lowered: 0 })
    expect(await getScore(testId, student)).toMatchObject({
      score: 1,
      responses: [{ correctAnswers: ['Its state', 'Its parent'], isCorrect: true }],
    })
    expect((await correct('printed')).json).toMatchObject({ raised: 0, lowered: 1 })
    expect((await correct('everyone')).json).toMatchObject({ raised: 1 })
    expect((await correct('A,F')).json).toMatchObject({ code: 'unknown-option' })
    expect((await correct('A,,C')).json).toMatchObject({ code: 'invalid-input' })
    const after = (await admin.request(grading.listItemAnalyses, { params: { testId } })).json
    expect(after.items[0]?.correction?.key).toBe('everyone')
  })
})

it('the analysis of a question counts each chosen option', async () => {
  const testId = await createReactExam()
  const sheets = [right, right, ['A ref'], ['Its state', 'A ref'], []]
  for (const chosen of sheets) await complete(await createStudent(app), testId, chosen)
  const { json } = await admin.request(grading.listItemAnalyses, { params: { testId } })
  expect(json.items).toMatchObject([{ attempts: 5, correct: 2, unanswered: 1 }])
  expect(json.items[0]?.options).toMatchObject([
    { text: 'Its state', chosen: 3, isKey: true, isPrinted: true },
    { text: 'A ref', chosen: 2, isKey: false, isPrinted: false },
    { text: 'Its parent', chosen: 2, isKey: true, isPrinted: true },
    { text: 'A variable', chosen: 0, isKey: false, isPrinted: false },
    { text: 'Its context', chosen: 2, isKey: true, isPrinted: true },
  ])
})

it('several options may be accepted in single choice, and the sheet names them', async () => {
  const { _id: testId } = await createReleasedExam(admin, {
    questions: [{ question: 'Which?', options: ['a', 'b', 'c'], correct_answer: 'a' }],
  })
  const student = await createStudent(app)
  const { json } = await student.request(startQuiz, { params: { testId } })
  const params = { attemptId: json.quizAttemptId, testId }
  const { items } = (await admin.request(grading.listItemAnalyses, { params: { testId } })).json
  const { questionId = '', revisionId = '' } = items[0] ?? {}
  const body = { questionId, selectedAnswer: 'c' }
  await student.request(submitAnswer, { params, body })
  await student.request(finishQuiz, { params, body: {} })
  await admin.request(grading.correctAnswerKey, {
    params: { testId },
    body: { questionId, revisionId, key: 'A,C', why: 'Both are right' },
  })
  expect(await getScore(testId, student)).toMatchObject({
    score: 1,
    responses: [{ correctAnswer: 'a', correctAnswers: ['a', 'c'], isCorrect: true }],
  })
  const after = (await admin.request(grading.listItemAnalyses, { params: { testId } })).json
  expect(after.items[0]).toMatchObject({
    correct: 1,
    correction: { key: 'A,C' },
    options: [{ isKey: true }, { isKey: false }, { isKey: true, chosen: 1 }],
  })
})

describe('a client of a version without question kinds', () => {
  it.each([undefined, {}, { kinds: [] }, { kinds: ['single-choice'] }])(
    'that starts with %j is asked to reload, and no attempt begins',
    async (body) => {
      const testId = await createReactExam()
      const student = await createStudent(app)
      const reply = await student.request(startQuiz, { params: { testId }, ...(body && { body }) })
      expect(reply).toMatchObject({ status: 409, json: { code: 'reload-needed' } })
      expect((await student.request(results.listOwnAttempts)).json).toEqual([])
    },
  )

  it('cannot resume an attempt at a multiple-choice test either', async () => {
    const testId = await createReactExam()
    const student = await createStudent(app)
    await start(student, testId)
    const reply = await student.request(startQuiz, { params: { testId } })
    expect(reply).toMatchObject({ status: 409, json: { code: 'reload-needed' } })
  })

  it('can start a single-choice test', async () => {
    const { _id: testId } = await createReleasedExam(admin)
    const reply = await (await createStudent(app)).request(startQuiz, { params: { testId } })
    expect(reply.status).toBe(201)
  })
})
