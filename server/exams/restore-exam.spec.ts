import { afterEach, describe, expect, it } from 'vitest'
import * as deletedExams from '#contract/deleted-exams.ts'
import * as contract from '#contract/exams.ts'
import { listExamAttempts } from '#contract/results.ts'
import {
  completeAttempt,
  createDraftExam,
  createReleasedExam,
  createStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
afterEach(() => app.close())

async function setUp() {
  app = await createTestApp()
  admin = await app.createAdmin()
}

describe('restoring a test', () => {
  const day = 24 * 60 * 60 * 1000

  it('brings back the test, its attempts and its release; the list says when it would have been erased', async () => {
    await setUp()
    const student = await createStudent(app)
    const exam = await createReleasedExam(admin)
    await completeAttempt(student, exam._id, 5)
    const params = { id: exam._id }
    const readAll = async () => [
      (await admin.request(contract.listExams)).json,
      (await admin.request(contract.getExam, { params })).json,
      (await admin.request(listExamAttempts, { params: { testId: exam._id } })).json,
      (await student.send('GET', '/api/students/quiz-attempts')).json,
    ]
    const before = await readAll()
    await admin.request(contract.deleteExam, { params })
    const deletedAt = app.deps.now()
    expect((await admin.request(deletedExams.listDeletedExams)).json).toEqual([
      {
        _id: exam._id,
        title: 'React JS',
        numQuestions: 5,
        attempts: 1,
        deletedAt: new Date(deletedAt).toISOString(),
        erasedAt: new Date(deletedAt + 30 * day).toISOString(),
      },
    ])
    expect((await admin.request(deletedExams.restoreExam, { params })).json).toEqual({
      message: 'Test restored.',
    })
    expect(await readAll()).toEqual(before)
    expect((await admin.request(deletedExams.listDeletedExams)).json).toEqual([])
  })

  it('is no error for a test that is not deleted', async () => {
    await setUp()
    const { _id: id } = await createDraftExam(admin)
    expect((await admin.request(deletedExams.restoreExam, { params: { id } })).status).toBe(200)
    expect((await admin.request(contract.listExams)).json).toHaveLength(1)
  })

  it('of nothing is 404', async () => {
    await setUp()
    const params = { id: 'nothing' }
    expect((await admin.request(deletedExams.restoreExam, { params })).status).toBe(404)
  })

  it('is possible for 30 days', async () => {
    await setUp()
    const { _id: id } = await createDraftExam(admin)
    await admin.request(contract.deleteExam, { params: { id } })
    app.advanceClock(30 * day)
    const later = await app.createAdmin()
    expect((await later.request(deletedExams.listDeletedExams)).json).toEqual([])
    expect((await later.request(deletedExams.restoreExam, { params: { id } })).status).toBe(404)
  })

  it('lists the last deleted first', async () => {
    await setUp()
    for (const title of ['First', 'Second']) {
      const { _id: id } = await createDraftExam(admin, { title })
      app.advanceClock(1000)
      await admin.request(contract.deleteExam, { params: { id } })
    }
    const { json } = await admin.request(deletedExams.listDeletedExams)
    expect(json.map(({ title }) => title)).toEqual(['Second', 'First'])
  })
})
