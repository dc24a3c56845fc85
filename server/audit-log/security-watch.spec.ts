import { afterEach, beforeEach, expect, it } from 'vitest'
import { studentLogin } from '#contract/accounts.ts'
import { finishQuiz, getQuestions, startQuiz } from '#contract/attempts.ts'
import { type AuditEntry, listAuditEntries } from '#contract/audit-log.ts'
import { getStudent } from '#contract/students.ts'
import {
  createReleasedExam,
  createStudent,
  studentPassword,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { verifyAuditChain } from './audit-chain.ts'

let app: TestApp
let admin: TestClient
let student: TestStudent
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  student = await createStudent(app, 'Priya Nair')
})
afterEach(() => app.close())

const minute = 60_000
const password = 'not the right one'

const fetchEntries = async (action: AuditEntry['action']) =>
  (await admin.request(listAuditEntries, { query: { action, sort: 'oldest' } })).json

const logIn = (email: string, remoteAddress = '10.0.0.1') =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/auth/studentLogin',
    remoteAddress,
    payload: { email, password },
  })

it('a failed login is logged with the intended account, never the typed text', async () => {
  await logIn(student.email)
  await logIn('Perdita@example.com')
  await expect.poll(() => fetchEntries('login.failed')).toHaveLength(2)
  const [known, unknown] = await fetchEntries('login.failed')
  expect(known).toMatchObject({
    actor: null,
    actorKind: 'none',
    about: [{ name: 'Priya Nair' }],
    detail: { call: 'POST.api.auth.studentLogin' },
    values: {},
    address: '10.0.0.1',
  })
  expect(unknown).toMatchObject({
    about: [],
    values: { typed: expect.stringMatching(/^[\w-]{43}$/) },
  })
  const { read } = app.deps.db
  const storedRows = [
    await read.selectFrom('audit').selectAll().orderBy('sequence').execute(),
    await read.selectFrom('audit_values').selectAll().execute(),
  ]
  expect(JSON.stringify(storedRows)).not.toMatch(/perdita|not the right one/i)
})

it('a login to a disabled account is logged, and so is a wrong password at reauthentication', async () => {
  const { db } = app.deps
  const teacher = await app.createStaff('teacher')
  const body = { password }
  expect((await teacher.send('POST', '/api/auth/reauthenticate', { body })).status).toBe(401)
  await db.write((tx) =>
    tx.updateTable('accounts').set({ disabled_at: 1 }).where('id', '=', student.id).execute(),
  )
  const login = { email: student.email, password: studentPassword }
  const refused = await app.createClient().request(studentLogin, { body: login })
  expect(refused.json).toMatchObject({ code: 'account-disabled' })
  await expect
    .poll(() => fetchEntries('login.failed'))
    .toMatchObject([
      { actor: 'teacher@example.com', detail: { call: 'POST.api.auth.reauthenticate' } },
      { actor: null, about: [{ name: 'Priya Nair' }] },
    ])
})

it('repeats within a minute are counted in one line', async () => {
  for (let n = 0; n < 6; n++) await logIn(student.email)
  await expect.poll(() => fetchEntries('login.failed')).toHaveLength(1)
  app.advanceClock(minute)
  await logIn(student.email)
  await expect.poll(() => fetchEntries('login.failed')).toHaveLength(3)
  expect((await fetchEntries('login.failed')).map(({ detail }) => detail.more)).toEqual([
    undefined,
    5,
    undefined,
  ])
})

it('a flood from many addresses is limited, and no count is lost', async () => {
  for (let n = 0; n < 200; n++) await logIn(`guess${n}@example.com`, `10.1.${n % 100}.1`)
  for (let n = 0; n < 40; n++) await logIn(`more${n}@example.com`, '10.2.0.1')
  app.advanceClock(minute)
  await logIn(student.email)
  const countReported = (rows: AuditEntry[]) =>
    rows.reduce((sum, { detail }) => sum + (detail.more === undefined ? 1 : Number(detail.more)), 0)
  await expect.poll(async () => countReported(await fetchEntries('login.failed'))).toBe(241)
  expect((await fetchEntries('login.failed')).length).toBeLessThanOrEqual(30 + 21 + 1)
  expect(await verifyAuditChain(app.deps.db.read)).toMatchObject({ isIntact: true })
})

it('calls that only another role may make are logged, and so are calls from another site', async () => {
  await student.request(listAuditEntries)
  await admin.send('POST', '/api/students/deleteMany', {
    body: { ids: [student.id] },
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  await expect.poll(() => fetchEntries('call.cross-site')).toHaveLength(1)
  expect((await fetchEntries('call.denied'))[0]).toMatchObject({
    actor: student.email,
    detail: { call: 'GET.api.audit' },
    address: '127.0.0.1',
  })
  expect((await fetchEntries('call.cross-site'))[0]).toMatchObject({
    actor: 'admin@example.com',
    detail: { call: 'POST.api.students.deleteMany' },
  })
})

it('a score that differs from the server’s is logged once, and never counted', async () => {
  const { _id: testId } = await createReleasedExam(admin, { attemptsAllowed: 0 })
  const completeAttempt = async (score: unknown) => {
    const { json } = await student.request(startQuiz, { params: { testId } })
    await student.request(getQuestions, { params: { testId } })
    const params = { attemptId: json.quizAttemptId }
    for (let twice = 0; twice < 2; twice++) {
      await student.send('POST', finishQuiz.path.replace(':attemptId', params.attemptId), {
        body: { score },
      })
    }
    return params.attemptId
  }
  await completeAttempt(0)
  await completeAttempt('5')
  await completeAttempt(undefined)
  const forged = await completeAttempt(5)
  const rows = await fetchEntries('score.forged')
  const about = [{ name: expect.stringContaining('Priya Nair') }]
  expect(rows).toMatchObject([{ actor: student.email, detail: { claimed: 5, score: 0 }, about }])
  const attempt = await app.deps.db.read
    .selectFrom('attempts')
    .select('score')
    .where('id', '=', forged)
    .executeTakeFirstOrThrow()
  expect(attempt.score).toBe(0)
})

it('a view of a student’s details is logged once, and again after ten minutes', async () => {
  const params = { id: student.id }
  await admin.request(getStudent, { params })
  await admin.request(getStudent, { params })
  expect(await fetchEntries('student.viewed')).toHaveLength(1)
  app.advanceClock(10 * minute)
  await admin.request(getStudent, { params })
  expect(await fetchEntries('student.viewed')).toMatchObject([
    { actor: 'admin@example.com', about: [{ name: 'Priya Nair' }] },
    {},
  ])
})
