import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getQuestions, startQuiz } from '#contract/attempts.ts'
import { listAuditEntries } from '#contract/audit-log.ts'
import { createExam, getExam, updateExam } from '#contract/exams.ts'
import { listItemAnalyses } from '#contract/grading.ts'
import { releaseResults } from '#contract/result-release.ts'
import { getAnswers, getOwnResult, getScoreDetails } from '#contract/results.ts'
import { completeAttempt, createQuestions, createStudent, releaseExam } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
})
afterEach(() => app.close())

const tree = 'A tree of three nodes'
const hostile = '"><script>alert(1)</script> & `x`'

type Described = string | null | undefined

/** A question with a picture, as has its second option; the first option has none. */
function createBody(question: Described, option: Described) {
  const [written] = createQuestions(1)
  const [first, second, ...others] = written?.options ?? []
  return {
    ...written,
    question: { text: 'Which?', ...(question !== undefined && { description: question }) },
    options: [
      { text: `${first}`, description: 'of no picture' },
      { text: `${second}`, ...(option !== undefined && { description: option }) },
      ...others,
    ],
  }
}

async function create(question: Described, option: Described) {
  const picture = { create: { width: 8, height: 8, channels: 3, background: 'teal' } } as const
  const bytes = new Uint8Array(await sharp(picture).png().toBuffer())
  const form = new FormData()
  form.set('title', 'Trees')
  form.set('questions', JSON.stringify([createBody(question, option)]))
  for (const name of ['questionimage_0', 'optionimage_0_1'])
    form.set(name, new Blob([bytes]), 'tree.png')
  return admin.request(createExam, { body: form })
}

async function createTrees(question: Described, option: Described) {
  const { json } = await create(question, option)
  return json.test._id
}

const read = async (id: string) =>
  (await admin.request(getExam, { params: { id } })).json.questions[0]
const save = (id: string, questions: unknown[]) =>
  admin.request(updateExam, { params: { id }, body: { questions } as never })

it('a description is returned with its picture everywhere, as plain text on one line', async () => {
  const testId = await createTrees(` ${tree}\n`, hostile)
  expect(await read(testId)).toMatchObject({
    question: { fileUrl: expect.any(String), description: tree },
    options: [{ fileUrl: null }, { description: hostile }, {}, {}],
  })
  expect((await read(testId))?.options[0]).not.toHaveProperty('description')

  await releaseExam(admin, testId)
  const student = await createStudent(app)
  const params = { testId, studentId: student.id }
  await student.request(startQuiz, { params, body: {} })
  const paper = await student.request(getQuestions, { params })
  expect(paper.json.questions[0]?.question.description).toBe(tree)
  expect(paper.json.questions[0]?.options.map((one) => one.description ?? '').sort()).toEqual([
    '',
    '',
    '',
    hostile,
  ])

  const attemptId = await completeAttempt(student, testId, 1)
  await admin.request(releaseResults, { params, body: {} })
  const own = (await student.request(getOwnResult, { params: { attemptId } })).json.responses
  const answers = (await admin.request(getAnswers, { params })).json
  const details = (await admin.request(getScoreDetails, { params })).json
  const { items } = (await admin.request(listItemAnalyses, { params })).json
  for (const sheet of [own, answers, details, items]) {
    expect(JSON.stringify(sheet)).toContain(`"questionImageDescription":"${tree}"`)
    expect(JSON.stringify(sheet)).toContain(`"description":${JSON.stringify(hostile)}`)
  }
})

it('a description is absent from replies where nobody wrote one', async () => {
  const testId = await createTrees(undefined, ' ')
  await releaseExam(admin, testId)
  const student = await createStudent(app)
  await student.request(startQuiz, { params: { testId }, body: {} })
  const paper = await student.request(getQuestions, { params: { testId } })
  const exam = await admin.request(getExam, { params: { id: testId } })
  for (const { text } of [paper, exam]) expect(text).not.toMatch(/description/i)
})

it('a description that is too long is refused', async () => {
  expect((await create('x'.repeat(250), undefined)).status).toBe(201)
  expect(await create('x'.repeat(251), undefined)).toMatchObject({
    status: 400,
    text: expect.stringContaining('Use 250 characters or fewer'),
  })
})

describe('changing a test', () => {
  it('keeps the description of a picture if none is sent, even when the picture moves', async () => {
    const testId = await createTrees(tree, 'A list')
    const question = await read(testId)
    const withoutWords = question?.options.map(({ text, fileUrl }) => ({ text, fileUrl })) ?? []
    const moved = withoutWords.toReversed()
    const { text, fileUrl } = question?.question ?? {}
    await save(testId, [{ ...question, question: { text, fileUrl }, options: moved }])
    expect(await read(testId)).toMatchObject({
      question: { description: tree },
      options: [{}, {}, { description: 'A list' }, {}],
    })
  })

  it.each([null, ''])('removes the description when %j is sent', async (description) => {
    const testId = await createTrees(tree, undefined)
    const question = await read(testId)
    await save(testId, [{ ...question, question: { ...question?.question, description } }])
    expect((await read(testId))?.question).toEqual({ text: 'Which?', fileUrl: expect.any(String) })
  })

  it('drops the description with its picture', async () => {
    const testId = await createTrees(tree, undefined)
    const question = await read(testId)
    await save(testId, [{ ...question, question: { text: 'Which?', fileUrl: null } }])
    expect((await read(testId))?.question).toEqual({ text: 'Which?', fileUrl: null })
  })

  it('does not change the paper of a running attempt, and is in the audit log', async () => {
    const testId = await createTrees(tree, undefined)
    await releaseExam(admin, testId)
    const student = await createStudent(app)
    await student.request(startQuiz, { params: { testId }, body: {} })
    const question = await read(testId)
    const mended = { ...question?.question, description: 'A graph' }
    app.advanceClock(1)
    await save(testId, [{ ...question, question: mended }])

    expect((await read(testId))?.question.description).toBe('A graph')
    const paper = await student.request(getQuestions, { params: { testId } })
    expect(paper.json.questions[0]?.question.description).toBe(tree)
    const { json } = await admin.request(listAuditEntries, { query: { search: 'Trees' } })
    expect(json.find(({ action }) => action === 'exam.updated')?.values).toMatchObject({
      'questions.1.description': { from: tree, to: 'A graph' },
    })
  })
})
