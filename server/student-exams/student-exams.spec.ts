import { afterEach, describe, expect, it } from 'vitest'
import { getQuestions } from '#contract/attempts.ts'
import * as contract from '#contract/exams.ts'
import { listExamAttempts } from '#contract/results.ts'
import {
  completeAttempt,
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

describe('the list of tests', () => {
  it('shows the time left of a running attempt, and no key', async () => {
    await setUp()
    const student = await createStudent(app)
    const exam = await createReleasedExam(admin)
    await startAttempt(student, exam._id)
    app.advanceClock(60_000)
    const { json, text } = await student.request(contract.listExams)
    expect(json).toMatchObject([
      { attempt: { status: 'In progress', secondsLeft: 29 * 60 }, canStart: true },
    ])
    expect(text).not.toMatch(/questions|right|correct/)
  })

  it('shows the integrity mode, the student’s own duration and the attempts left', async () => {
    await setUp()
    const student = await createStudent(app)
    const extraTimeStudent = await createStudent(app, 'Rohan Rao', { extra_time_percent: 25 })
    const rules = { duration: 30, integrityMode: 'warn', attemptsAllowed: 2 } as const
    const exam = await createReleasedExam(admin, rules)
    await completeAttempt(student, exam._id, 1)
    expect((await student.request(contract.listExams)).json).toMatchObject([
      { integrityMode: 'warn', duration: 30, ownDurationSeconds: 1800, attemptsLeft: 1 },
    ])
    expect((await extraTimeStudent.request(contract.listExams)).json).toMatchObject([
      { duration: 30, ownDurationSeconds: 2250, attemptsLeft: 2, canStart: true },
    ])
  })

  it('names the scripts that a paper uses, without any of its text', async () => {
    await setUp()
    const student = await createStudent(app)
    const [plain] = createQuestions(1)
    const toQuestions = (question: string) => [{ ...plain, question }]
    await createReleasedExam(admin, { title: 'Plain', questions: toQuestions('हिन्दी ∑ 🙂?') })
    const exam = await createReleasedExam(admin, {
      title: 'Other letters',
      questions: [
        { ...plain, question: 'தமிழ்', options: ['right 0', '中', '文', 'b'] },
        { ...plain, question: 'Which?', codeSnippet: 'print("ไทย")' },
      ],
    })
    const list = async (client: TestClient) => {
      const { json, text } = await client.request(contract.listExams)
      const exams = json as contract.StudentExam[]
      return { other: exams.find(({ _id }) => _id === exam._id), exams, text }
    }
    const { other, exams, text } = await list(student)
    expect(other?.scripts).toEqual(['Han', 'Tamil', 'Thai'])
    expect(exams.find(({ title }) => title === 'Plain')).not.toHaveProperty('scripts')
    expect(text).not.toMatch(/[^\p{Script=Latin}\p{Script=Common}]/u)

    await startAttempt(student, exam._id)
    const body = { questions: toQuestions('한국어') }
    await admin.request(contract.updateExam, { params: { id: exam._id }, body })
    expect((await list(student)).other?.scripts).toEqual(['Han', 'Tamil', 'Thai'])
    const another = await createStudent(app, 'Rohan Rao')
    expect((await list(another)).other?.scripts).toEqual(['Hangul'])
  })

  it('shows a taken test as taken', async () => {
    await setUp()
    const student = await createStudent(app)
    const exam = await createReleasedExam(admin)
    await completeAttempt(student, exam._id, 5)
    expect((await student.request(contract.listExams)).json).toMatchObject([
      { attempt: { status: 'Completed', secondsLeft: 0 }, canStart: false },
    ])
  })
})

describe('deleting a test', () => {
  it('hides it and its attempts everywhere, and may be repeated', async () => {
    await setUp()
    const student = await createStudent(app)
    const exam = await createReleasedExam(admin)
    await completeAttempt(student, exam._id, 5)
    const params = { id: exam._id }
    expect((await admin.request(contract.deleteExam, { params })).status).toBe(200)
    expect((await admin.request(contract.deleteExam, { params })).status).toBe(200)
    expect((await admin.request(contract.getExam, { params })).json.message).toBe('Test not found')
    expect((await admin.request(listExamAttempts, { params: { testId: exam._id } })).status).toBe(
      404,
    )
    expect((await student.send('GET', '/api/students/quiz-attempts')).json).toEqual([])
    expect((await student.request(getQuestions, { params: { testId: exam._id } })).status).toBe(404)
  })

  it('that does not exist is 404', async () => {
    await setUp()
    expect((await admin.request(contract.deleteExam, { params: { id: 'nothing' } })).status).toBe(
      404,
    )
  })

  it('is refused until the last attempt has expired', async () => {
    await setUp()
    const exam = await createReleasedExam(admin)
    await startAttempt(await createStudent(app), exam._id)
    const params = { id: exam._id }
    app.advanceClock(30 * 60_000 + 15_000)
    expect((await admin.request(contract.deleteExam, { params })).status).toBe(409)
    app.advanceClock(1)
    expect((await admin.request(contract.deleteExam, { params })).status).toBe(200)
  })
})
