import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { getQuestions } from '#contract/attempts.ts'
import * as contract from '#contract/exams.ts'
import { listExamAttempts } from '#contract/results.ts'
import type { Guest, House } from '../house.ts'
import { enrol, questions, releasedExam, sit, sitThrough, writeExam } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'

let house: House
let admin: Guest
afterEach(() => house.close())

async function desk() {
  house = await openHouse()
  admin = await house.admin()
  return admin
}

function picture(background: string) {
  return sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
}

function formOf(fields: Record<string, string>, files: Record<string, Buffer>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    form.set(name, new Blob([new Uint8Array(bytes)]), 'picture.png')
  }
  return form
}

describe('creating a test', () => {
  it('keeps everything an author writes', async () => {
    await desk()
    const code = 'const a = `<b>`\n  return a'
    const [question] = questions(1)
    const made = await writeExam(admin, {
      title: '  React: <Hooks> & "more"  ',
      duration: 45,
      questions: [{ ...question, codeSnippet: code } as never],
      integrityMode: 'warn',
      attemptsAllowed: 3,
      shuffleOptions: true,
    })
    const { json } = await admin.ask(contract.getExam, { params: { id: made._id } })
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

  it('takes 60 minutes, strict and one attempt where nothing else is said', async () => {
    await desk()
    const body = { title: 'Plain', questions: questions(1) }
    const { json } = await admin.ask(contract.createExam, { body })
    expect(json).toMatchObject({
      message: 'Test Created Successfully!',
      test: { duration: 60, integrityMode: 'strict', attemptsAllowed: 1, shuffleOptions: false },
    })
  })

  it('takes pictures for questions and options, and shows them to those who sit the test', async () => {
    await desk()
    const body = formOf(
      { title: 'Pictures', duration: '30', questions: JSON.stringify(questions(2)) },
      { questionimage_0: await picture('teal'), optionimage_1_3: await picture('orange') },
    )
    const { json } = await admin.ask(contract.createExam, { body })
    const url = json.test.questions?.[0]?.question.fileUrl ?? ''
    expect(json.test.questions?.[1]?.options[3]?.fileUrl).toMatch(/^\/api\/images\//)
    const student = await enrol(house)
    expect((await student.call('GET', url)).status).toBe(404)

    await admin.ask(contract.updateExam, {
      params: { id: json.test._id },
      body: { released: true },
    })
    await sit(student, json.test._id)
    expect(await student.call('GET', url)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'cache-control': 'private, max-age=3600' },
    })
    // Over plain http logout cannot clear the cache of a shared machine.
    expect(await student.call('GET', url, { headers: { host: 'lab.test' } })).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
    })
  })

  it.each([
    { title: 'no title', body: { title: ' ' }, field: 'title' },
    { title: 'no question', body: { questions: [] }, field: 'questions' },
    { title: 'a duration of nothing', body: { duration: 0 }, field: 'duration' },
    { title: 'a duration in words', body: { duration: 'long' }, field: 'duration' },
    { title: 'questions that are no list', body: { questions: '{"a":' }, field: 'questions' },
    {
      title: 'three options',
      body: { questions: [{ question: 'Q', options: ['a', 'b', 'c'], correct_answer: 'a' }] },
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
  ])('refuses $title and says where', async ({ body, field }) => {
    await desk()
    const whole = { title: 'T', questions: questions(1), ...body }
    const reply = await admin.call('POST', '/api/test/create', { body: whole })
    expect(reply.status).toBe(400)
    expect(reply.json.fields).toHaveProperty([field])
    expect((await admin.ask(contract.listExams)).json).toEqual([])
  })

  it('refuses a file that is no picture', async () => {
    await desk()
    const questionsText = JSON.stringify(questions(1))
    const body = formOf(
      { title: 'T', questions: questionsText },
      { questionimage_0: Buffer.from('<svg onload="alert(1)">') },
    )
    expect(await admin.ask(contract.createExam, { body })).toMatchObject({
      status: 400,
      json: { code: 'image-faulty', fields: { questionimage_0: expect.any(String) } },
    })
  })
})

describe('updating a test', () => {
  it('changes only what is sent', async () => {
    await desk()
    const { _id: id } = await writeExam(admin)
    const { json } = await admin.ask(contract.updateExam, {
      params: { id },
      body: { title: 'New title' },
    })
    expect(json).toMatchObject({
      message: 'Test updated successfully!',
      test: { title: 'New title', duration: 30, numQuestions: 5 },
    })
  })

  it('takes the whole test back as it was sent', async () => {
    await desk()
    const { _id: id } = await writeExam(admin)
    const { json: before } = await admin.ask(contract.getExam, { params: { id } })
    const reply = await admin.call('PUT', `/api/test/update/${id}`, { body: before })
    expect(reply.status).toBe(200)
    expect((await admin.ask(contract.getExam, { params: { id } })).json).toEqual(before)
  })

  it('keeps a picture whose address comes back, and drops it for null', async () => {
    await desk()
    const form = formOf(
      { title: 'T', questions: JSON.stringify(questions(1)) },
      { questionimage_0: await picture('teal') },
    )
    const { json } = await admin.ask(contract.createExam, { body: form })
    const params = { id: json.test._id }
    const [question] = json.test.questions ?? []
    const kept = await admin.ask(contract.updateExam, {
      params,
      body: { questions: [question] as never },
    })
    expect(kept.json.test.questions[0]?.question.fileUrl).toBe(question?.question.fileUrl)
    const without = { ...question, question: { text: 'Question 0', fileUrl: null } }
    const dropped = await admin.ask(contract.updateExam, {
      params,
      body: { questions: [without] as never },
    })
    expect(dropped.json.test.questions[0]?.question.fileUrl).toBeNull()
  })

  it('releases and takes back, and students see it at once', async () => {
    await desk()
    const student = await enrol(house)
    const { _id: id } = await writeExam(admin)
    expect((await student.ask(contract.listExams)).json).toEqual([])
    await admin.ask(contract.updateExam, { params: { id }, body: { released: true } })
    expect((await student.ask(contract.listExams)).json).toMatchObject([
      { _id: id, released: true, attempt: null, canStart: true },
    ])
    await admin.ask(contract.updateExam, { params: { id }, body: { released: false } })
    expect((await student.ask(contract.listExams)).json).toEqual([])
  })
})

describe('the list of tests', () => {
  it('tells a student how long an attempt still runs, and no key', async () => {
    await desk()
    const student = await enrol(house)
    const exam = await releasedExam(admin)
    await sit(student, exam._id)
    house.pass(60_000)
    const { json, text } = await student.ask(contract.listExams)
    expect(json).toMatchObject([
      { attempt: { status: 'In progress', secondsLeft: 29 * 60 }, canStart: true },
    ])
    expect(text).not.toMatch(/questions|right|correct/)
  })

  it('tells a student what a start means: the mode, the own time, the starts left', async () => {
    await desk()
    const student = await enrol(house)
    const slow = await enrol(house, 'Rohan Rao', { extra_time_percent: 25 })
    const rules = { duration: 30, integrityMode: 'warn', attemptsAllowed: 2 } as const
    const exam = await releasedExam(admin, rules)
    await sitThrough(student, exam._id, 1)
    expect((await student.ask(contract.listExams)).json).toMatchObject([
      { integrityMode: 'warn', duration: 30, ownDurationSeconds: 1800, attemptsLeft: 1 },
    ])
    expect((await slow.ask(contract.listExams)).json).toMatchObject([
      { duration: 30, ownDurationSeconds: 2250, attemptsLeft: 2, canStart: true },
    ])
  })

  it('shows a taken test as taken', async () => {
    await desk()
    const student = await enrol(house)
    const exam = await releasedExam(admin)
    await sitThrough(student, exam._id, 5)
    expect((await student.ask(contract.listExams)).json).toMatchObject([
      { attempt: { status: 'Completed', secondsLeft: 0 }, canStart: false },
    ])
  })
})

describe('deleting a test', () => {
  it('hides it and its attempts everywhere, twice without a fault', async () => {
    await desk()
    const student = await enrol(house)
    const exam = await releasedExam(admin)
    await sitThrough(student, exam._id, 5)
    const params = { id: exam._id }
    expect((await admin.ask(contract.deleteExam, { params })).status).toBe(200)
    expect((await admin.ask(contract.deleteExam, { params })).status).toBe(200)
    expect((await admin.ask(contract.getExam, { params })).json.message).toBe('Test not found')
    expect((await admin.ask(listExamAttempts, { params: { testId: exam._id } })).status).toBe(404)
    expect((await student.call('GET', '/api/students/quiz-attempts')).json).toEqual([])
    expect((await student.ask(getQuestions, { params: { testId: exam._id } })).status).toBe(404)
  })

  it('of nothing is 404', async () => {
    await desk()
    expect((await admin.ask(contract.deleteExam, { params: { id: 'nothing' } })).status).toBe(404)
  })

  it('waits until the last attempt has run out', async () => {
    await desk()
    const exam = await releasedExam(admin)
    await sit(await enrol(house), exam._id)
    const params = { id: exam._id }
    house.pass(30 * 60_000 + 15_000)
    expect((await admin.ask(contract.deleteExam, { params })).status).toBe(409)
    house.pass(1)
    expect((await admin.ask(contract.deleteExam, { params })).status).toBe(200)
  })
})
