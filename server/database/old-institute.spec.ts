import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { studentLogin } from '#contract/accounts.ts'
import { submitAnswer } from '#contract/attempts.ts'
import { listAuditEntries } from '#contract/audit-log.ts'
import { listBatches } from '#contract/batches.ts'
import { endpoints } from '#contract/endpoints.ts'
import { getExam, listExams } from '#contract/exams.ts'
import { correctAnswerKey, listItemAnalyses } from '#contract/grading.ts'
import { releaseResults } from '#contract/result-release.ts'
import { getAnswers, getOwnResult, listExamAttempts } from '#contract/results.ts'
import { listStaff } from '#contract/staff.ts'
import { getStudent, listStudents } from '#contract/students.ts'
import { studentPassword } from '#test/factories.ts'
import { call, type MatrixWorld } from '#test/matrix-calls.ts'
import { makeOldInstitute } from '#test/old-institute.ts'
import { oldExamCount } from '#test/old-institute-exams.ts'
import { isOpenTo } from '#test/roles-matrix.ts'
import { adminEmail, adminPassword, type TestApp, withReauthentication } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { createSchema } from '#test/test-databases.ts'
import { verifyAuditChain } from '../audit-log/audit-chain.ts'

const now = Date.UTC(2026, 10, 21, 4, 30)
let app: TestApp
let world: MatrixWorld

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'old-institute-'))
  const isPostgres = process.env.ENGINE === 'postgres'
  const schema = `old_${randomBytes(6).toString('hex')}`
  const databaseUrl = isPostgres ? await createSchema(inject('postgresUrl'), schema) : null
  await makeOldInstitute({ dataDir, databaseUrl, now })
  app = await createTestApp({ dataDir, ...(isPostgres && { schema }) })
  const owner = withReauthentication(app.createClient())
  const login = { email: adminEmail, password: adminPassword }
  await owner.send('POST', '/api/auth/admin', { body: login })
  const student = app.createClient()
  const body = { email: 'student001@example.com', password: studentPassword }
  await student.request(studentLogin, { body })
  world = { app, clients: { 'staff: owner': owner, 'the student': student }, fixture }
})
afterAll(() => app.close())

const fixture = {
  testId: 'exam-001',
  finishedTestId: 'exam-001',
  attemptId: 'attempt-2',
  finishedAttemptId: 'attempt-2',
  questionId: 'q1',
  studentId: 'student-001',
  imageId: 'nothing',
  batchId: 'batch-1',
  windowId: 'window-1',
  colleague: { id: 'admin-2', version: '1' },
}

const owner = () => world.clients['staff: owner'] ?? expect.unreachable('Nobody is logged in')
const priya = () => world.clients['the student'] ?? expect.unreachable('Nobody is logged in')

it('an institute of the first version opens every screen', async () => {
  const refused: Record<string, unknown> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (endpoint.method !== 'GET' || !isOpenTo(endpoint, 'staff: owner')) continue
    const { status, json } = await call(world, name)
    if (status >= 400) refused[name] = json.code
  }
  expect(refused).toEqual({
    findWindowOverlap: 'invalid-input',
    getIdentityImage: 'image-not-found',
    getImage: 'image-not-found',
    previewCorrection: 'invalid-input',
  })
})

it('every paper of an old institute has questions of a kind, also those after the first 100', async () => {
  const { json: exams } = await owner().request(listExams, { query: { limit: 200 } })
  expect(exams).toHaveLength(oldExamCount - 1)
  for (const { _id: id } of exams) {
    const { status, json } = await owner().request(getExam, { params: { id } })
    expect({ id, status, count: json.questions.length }).toEqual({ id, status: 200, count: 2 })
    expect(json.questions.map(({ options }) => options.length)).toEqual([4, 4])
  }
  const papers = await app.deps.db.read.selectFrom('revisions').select(['id', 'paper']).execute()
  const unnamed = papers.filter(({ paper }) => !paper.includes('"kind":"single-choice"'))
  expect(unnamed.map(({ id }) => id)).toEqual([])
})

it.each([
  { search: '9820000510', finds: 'Student 510' },
  { search: 'Parvati', finds: 'Student 007' },
  { search: '2820 0009', finds: 'Student 009' },
  { search: 'obrien', finds: 'Sean O’Brien' },
  { search: 'meera@bücher', finds: 'Meera Menon' },
])('a student of an old institute is found by $search', async ({ search, finds }) => {
  const { json } = await owner().request(listStudents, { query: { search } })
  expect(json.map(({ name }) => name)).toEqual([finds])
})

it('students of an old institute keep what they agreed to', async () => {
  const { json: student } = await owner().request(getStudent, { params: { id: 'student-001' } })
  expect(student).toMatchObject({
    termsVersion: '2025-01',
    termsAcceptedAt: new Date(now - 40 * 24 * 60 * 60_000).toISOString(),
  })
  const { json: meera } = await owner().request(getStudent, { params: { id: 'student-005' } })
  expect(meera.email).toBe('meera@bücher.example')
  const others = await app.deps.db.read
    .selectFrom('students')
    .select('id')
    .where((eb) => eb.or([eb('terms_version', 'is', null), eb('terms_accepted_at', 'is', null)]))
    .execute()
  expect(others).toEqual([])
})

it('an attempt that ran before the upgrade goes on', async () => {
  const rohan = app.createClient()
  const login = { email: 'student002@example.com', password: studentPassword }
  await rohan.request(studentLogin, { body: login })
  const params = { attemptId: 'attempt-3', testId: 'exam-001' }
  const body = { questionId: 'q2', selectedAnswer: 'one' }
  const { json } = await rohan.request(submitAnswer, { params, body })
  expect(json).toMatchObject({ answered: 2, totalQuestions: 2 })
})

it('students who knew their window before emails were written get none about it', async () => {
  const known = await app.deps.db.read
    .selectFrom('window_emails')
    .select(['student_id', 'sequence', 'pending'])
    .orderBy('student_id')
    .execute()
  expect(known).toEqual([
    { student_id: 'student-001', sequence: -1, pending: null },
    { student_id: 'student-004', sequence: -1, pending: null },
  ])
})

it('staff, batches and the audit log of an old institute are as they were', async () => {
  const { json: staff } = await owner().request(listStaff)
  expect(staff.map(({ email, role, state }) => [email, role, state])).toEqual([
    ['admin@example.com', 'owner', 'active'],
    ['teacher@example.com', 'teacher', 'disabled'],
  ])
  const { json: batches } = await owner().request(listBatches, { query: { search: 'mornings' } })
  expect(batches.map(({ name }) => name)).toEqual(['Morning’s B12'])
  const { json: entries } = await owner().request(listAuditEntries, { query: { limit: 100 } })
  const old = entries.filter(({ at }) => Date.parse(at) < now - 24 * 60 * 60_000)
  expect(old.map(({ action }) => action)).toEqual([
    'attempt.reopened',
    'student.updated',
    'session.started',
  ])
  expect(await verifyAuditChain(app.deps.db.read)).toMatchObject({ isIntact: true })
})

// In this order, since a correction changes the marks, and another institute takes seconds.
describe('results of an old institute', { shuffle: false }, () => {
  it('attempts of an old institute keep their answers, scores and corrected keys', async () => {
    const { json: attempts } = await owner().request(listExamAttempts, {
      params: { testId: 'exam-001' },
    })
    const scores = attempts.map(({ _id, score }) => [_id, score])
    expect(Object.fromEntries(scores)).toMatchObject({ 'attempt-1': 1, 'attempt-2': 2 })
    const sheet = await owner().request(getAnswers, {
      params: { testId: 'exam-001', studentId: 'student-001' },
      query: { attempt: 'attempt-1' },
    })
    expect(sheet.text).toMatch(/"score":1\b/)
    const { json } = await owner().request(listItemAnalyses, { params: { testId: 'exam-003' } })
    expect(json.items.map(({ correction }) => correction?.key)).toEqual(['C', 'everyone'])
    const own = await priya().request(getOwnResult, { params: { attemptId: 'attempt-2' } })
    expect(own.json.score).toBe(2)
  })

  it('a release after the upgrade corrects no result that was right', async () => {
    const { json } = await owner().request(releaseResults, { params: { testId: 'exam-001' } })
    expect(json.queued).toBe(0)
    const mails = await app.deps.db.read.selectFrom('mails').select('kind').execute()
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['enquiry', 'result', 'test'])
  })

  it('a corrected answer is sent for the attempt that the old result was of', async () => {
    const params = { testId: 'exam-001' }
    const { json } = await owner().request(listItemAnalyses, { params })
    const item = json.items.find(({ questionId }) => questionId === 'q2')
    const revisionId = item?.revisionId ?? ''
    const body = { revisionId, questionId: 'q2', key: 'B', why: 'It was wrong', mail: true }
    await owner().request(correctAnswerKey, { params, body })
    const corrected = await app.deps.db.read
      .selectFrom('mails')
      .select(['attempt_id', 'score'])
      .where('kind', '=', 'corrected-result')
      .execute()
    expect(corrected).toEqual([{ attempt_id: 'attempt-2', score: 1 }])
  })
})
