import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { getQuestions } from '#contract/attempts.ts'
import * as contract from '#contract/exams.ts'
import {
  createDraftExam,
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
afterEach(() => app.close())

async function setUp() {
  app = await createTestApp()
  admin = await app.createAdmin()
  return admin
}

function picture(background: string) {
  return sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
}

function createForm(fields: Record<string, string>, files: Record<string, Buffer>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    form.set(name, new Blob([new Uint8Array(bytes)]), 'picture.png')
  }
  return form
}

describe('creating a test', () => {
  it('keeps everything an author writes', async () => {
    await setUp()
    const code = 'const a = `<b>`\n  return a'
    const [question] = createQuestions(1)
    const created = await createDraftExam(admin, {
      title: '  React: <Hooks> & "more"  ',
      duration: 45,
      questions: [{ ...question, codeSnippet: code } as never],
      integrityMode: 'warn',
      attemptsAllowed: 3,
      shuffleOptions: true,
    })
    const { json } = await admin.request(contract.getExam, { params: { id: created._id } })
    expect(json).toMatchObject({
      title: 'React: <Hooks> & "more"',
      duration: 45,
      numQuestions: 1,
      released: false,
      resultsReleasedAt: null,
      integrityMode: 'warn',
      attemptsAllowed: 3,
      shuffleOptions: true,
      attempts: 0,
      questions: [
        {
          question: { text: 'Question 0', fileUrl: null },
          correct_answer: 'right 0',
          codeSnippet: code,
        },
      ],
    })
  })

  it('defaults to 60 minutes, strict and one attempt', async () => {
    await setUp()
    const body = { title: 'Plain', questions: createQuestions(1) }
    const { json } = await admin.request(contract.createExam, { body })
    expect(json).toMatchObject({
      message: 'Test Created Successfully!',
      test: { duration: 60, integrityMode: 'strict', attemptsAllowed: 1, shuffleOptions: false },
    })
  })

  it('accepts pictures for questions and options, and shows them to students of the test', async () => {
    await setUp()
    const body = createForm(
      { title: 'Pictures', duration: '30', questions: JSON.stringify(createQuestions(2)) },
      { questionimage_0: await picture('teal'), optionimage_1_3: await picture('orange') },
    )
    const { json } = await admin.request(contract.createExam, { body })
    const url = json.test.questions?.[0]?.question.fileUrl ?? ''
    expect(json.test.questions?.[1]?.options[3]?.fileUrl).toMatch(/^\/api\/images\//)
    const student = await createStudent(app)
    expect((await student.send('GET', url)).status).toBe(404)

    await admin.request(contract.updateExam, {
      params: { id: json.test._id },
      body: { released: true },
    })
    await startAttempt(student, json.test._id)
    expect(await student.send('GET', url)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'cache-control': 'private, max-age=3600' },
    })
    // Over plain http logout cannot clear the cache of a shared machine.
    expect(await student.send('GET', url, { headers: { host: 'lab.test' } })).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
    })
  })

  it('returns the sizes of the pictures of a paper, and nothing without pictures', async () => {
    await setUp()
    const { json } = await admin.request(contract.createExam, {
      body: createForm(
        { title: 'Pictures', questions: JSON.stringify(createQuestions(2)) },
        { questionimage_0: await picture('teal'), optionimage_1_3: await picture('orange') },
      ),
    })
    const plain = await createReleasedExam(admin, { title: 'Words only' })
    const student = await createStudent(app)
    await admin.request(contract.updateExam, {
      params: { id: json.test._id },
      body: { released: true },
    })
    for (const { _id } of [json.test, plain]) await startAttempt(student, _id)
    const read = async (testId: string) =>
      (await student.request(getQuestions, { params: { testId } })).json
    const urls = [
      json.test.questions?.[0]?.question.fileUrl ?? '',
      json.test.questions?.[1]?.options[3]?.fileUrl ?? '',
    ]
    const size = { width: 30, height: 20 }
    expect((await read(json.test._id)).imageSizes).toEqual(
      Object.fromEntries(urls.map((url) => [url, size])),
    )
    expect(await read(plain._id)).not.toHaveProperty('imageSizes')
  })

  it.each([
    { title: 'no title', body: { title: ' ' }, field: 'title' },
    { title: 'no question', body: { questions: [] }, field: 'questions' },
    { title: 'a duration of nothing', body: { duration: 0 }, field: 'duration' },
    { title: 'a duration in words', body: { duration: 'long' }, field: 'duration' },
    { title: 'questions that are no list', body: { questions: '{"a":' }, field: 'questions' },
    {
      title: 'one option',
      body: { questions: [{ question: 'Q', options: ['a'], correct_answer: 'a' }] },
      field: 'questions.0.options',
    },
    {
      title: 'an empty option',
      body: { questions: [{ question: 'Q', options: ['a', ' ', 'c', 'd'], correct_answer: 'a' }] },
      field: 'questions.0.options.1',
    },
    {
      title: 'two options alike',
      body: { questions: [{ question: 'Q', options: ['a', 'b', 'a ', 'd'], correct_answer: 'a' }] },
      field: 'questions.0.options.2',
    },
    {
      title: 'a key that is no option',
      body: { questions: [{ question: 'Q', options: ['a', 'b', 'c', 'd'], correct_answer: 'A' }] },
      field: 'questions.0.correct_answer',
    },
    { title: 'an unknown field', body: { owner: 'me' }, field: 'owner' },
    {
      title: 'a picture from elsewhere',
      body: {
        questions: [
          {
            question: { text: 'Q', fileUrl: 'https://evil.example/a.png' },
            options: ['a', 'b', 'c', 'd'],
            correct_answer: 'a',
          },
        ],
      },
      field: 'questions.0.question',
    },
  ])('refuses $title and names the field', async ({ body, field }) => {
    await setUp()
    const whole = { title: 'T', questions: createQuestions(1), ...body }
    const reply = await admin.send('POST', '/api/test/create', { body: whole })
    expect(reply.status).toBe(400)
    expect(reply.json.fields).toHaveProperty([field])
    expect((await admin.request(contract.listExams)).json).toEqual([])
  })

  it('refuses a file that is not a picture', async () => {
    await setUp()
    const questionsText = JSON.stringify(createQuestions(1))
    const body = createForm(
      { title: 'T', questions: questionsText },
      { questionimage_0: Buffer.from('<svg onload="alert(1)">') },
    )
    expect(await admin.request(contract.createExam, { body })).toMatchObject({
      status: 400,
      json: { code: 'image-faulty', fields: { questionimage_0: expect.any(String) } },
    })
  })
})

describe('updating a test', () => {
  it('changes only the fields that are sent', async () => {
    await setUp()
    const { _id: id } = await createDraftExam(admin)
    const { json } = await admin.request(contract.updateExam, {
      params: { id },
      body: { title: 'New title' },
    })
    expect(json).toMatchObject({
      message: 'Test updated successfully!',
      test: { title: 'New title', duration: 30, numQuestions: 5 },
    })
  })

  it('accepts the whole test as it was read', async () => {
    await setUp()
    const { _id: id } = await createDraftExam(admin)
    const { json: before } = await admin.request(contract.getExam, { params: { id } })
    const reply = await admin.send('PUT', `/api/test/update/${id}`, { body: before })
    expect(reply.status).toBe(200)
    expect((await admin.request(contract.getExam, { params: { id } })).json).toEqual(before)
  })

  it('keeps a picture whose URL is sent back, and drops it for null', async () => {
    await setUp()
    const form = createForm(
      { title: 'T', questions: JSON.stringify(createQuestions(1)) },
      { questionimage_0: await picture('teal') },
    )
    const { json } = await admin.request(contract.createExam, { body: form })
    const params = { id: json.test._id }
    const [question] = json.test.questions ?? []
    const kept = await admin.request(contract.updateExam, {
      params,
      body: { questions: [question] as never },
    })
    expect(kept.json.test.questions[0]?.question.fileUrl).toBe(question?.question.fileUrl)
    const without = { ...question, question: { text: 'Question 0', fileUrl: null } }
    const dropped = await admin.request(contract.updateExam, {
      params,
      body: { questions: [without] as never },
    })
    expect(dropped.json.test.questions[0]?.question.fileUrl).toBeNull()
  })

  it('releases and unreleases, and students see it at once', async () => {
    await setUp()
    const student = await createStudent(app)
    const { _id: id } = await createDraftExam(admin)
    expect((await student.request(contract.listExams)).json).toEqual([])
    await admin.request(contract.updateExam, { params: { id }, body: { released: true } })
    expect((await student.request(contract.listExams)).json).toMatchObject([
      { _id: id, released: true, attempt: null, canStart: true },
    ])
    await admin.request(contract.updateExam, { params: { id }, body: { released: false } })
    expect((await student.request(contract.listExams)).json).toEqual([])
  })
})
