import { afterEach, beforeEach, expect, it } from 'vitest'
import { listAuditEntries } from '#contract/audit-log.ts'
import { deleteExam, type ExamDetail, getExam, updateExam } from '#contract/exams.ts'
import { createDraftExam, createQuestions } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { eraseDeletedExams } from './deleted-exams.ts'

let app: TestApp
let admin: TestClient
let exam: ExamDetail
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  const { _id: id } = await createDraftExam(admin, { questions: createQuestions(3) })
  exam = (await admin.request(getExam, { params: { id } })).json
})
afterEach(() => app.close())

const save = async (body: object) => {
  app.advanceClock(1)
  const reply = await admin.request(updateExam, { params: { id: exam._id }, body })
  expect(reply.status).toBe(200)
}
const listChanges = async () => {
  const { json } = await admin.request(listAuditEntries, { query: { search: exam.title } })
  return json.filter(({ action }) => action !== 'exam.created')
}

it('the audit log shows old and new values', async () => {
  const [first, second, third] = exam.questions
  const wrong = { ...second, correct_answer: 'wrong 1 a' }
  const mended = { ...third, codeSnippet: 'let x = 1' }
  await save({ duration: 45, shuffleOptions: true, questions: [first, wrong, mended] })
  expect((await listChanges())[0]).toMatchObject({
    action: 'exam.updated',
    detail: { fields: ['duration', 'shuffleOptions', 'questions'] },
    values: {
      duration: { from: exam.duration, to: 45 },
      shuffleOptions: { from: false, to: true },
      'questions.2.key': { from: 'A', to: 'B' },
      'questions.3.code': { from: null, to: 'let x = 1' },
    },
  })
})

it('the audit log has no line for a save without changes', async () => {
  const { title, duration, questions, attemptsAllowed } = exam
  await save({})
  await save({ title, duration, questions, attemptsAllowed, released: false })
  expect(await listChanges()).toEqual([])
  await save({ released: true })
  await save({ released: true })
  expect((await listChanges()).map(({ action, detail }) => [action, detail])).toEqual([
    ['exam.released', { fields: ['released'] }],
  ])
})

it('the audit log counts changes that are too many to list', async () => {
  await save({ questions: createQuestions(60) })
  const [entry] = await listChanges()
  // The old three are gone and sixty others are there.
  expect(entry?.detail).toEqual({ fields: ['questions'], unlisted: 23 })
  expect(Object.keys(entry?.values ?? {})).toHaveLength(40)
})

it('the audit log keeps none of the values when the test is erased', async () => {
  await save({ title: 'A canary', questions: createQuestions(60) })
  await admin.request(deleteExam, { params: { id: exam._id } })
  app.advanceClock(31 * 24 * 60 * 60_000)
  await eraseDeletedExams(app.deps)
  const rows = await app.deps.db.read
    .selectFrom('audit_values')
    .selectAll()
    .where('name', '!=', 'address')
    .execute()
  expect(rows).toMatchObject([{ name: 'title', value: '"A canary"' }])
})
