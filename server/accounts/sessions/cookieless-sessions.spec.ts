import { Secret, TOTP } from 'otpauth'
import { afterEach, describe, expect, inject, it } from 'vitest'
import * as auth from '#contract/accounts.ts'
import { checkToken } from '#contract/current-session.ts'
import * as secondFactor from '#contract/second-factor.ts'
import { listSessions } from '#contract/sessions.ts'
import { cookieDueMs } from '#core/accounts/session.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
  studentPassword,
  type TestStudent,
} from '#test/factories.ts'
import { adminPassword, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { endCookielessSessions } from './sweep-sessions.ts'

const browser = { 'sec-fetch-site': 'same-origin' }
const email = 'admin@example.com'
let app: TestApp
afterEach(() => app.close())

const isLoggedIn = async (client: TestClient) => (await client.request(checkToken)).status === 200
const runJob = () => endCookielessSessions(app.deps)
const listRows = () => app.deps.db.read.selectFrom('sessions').selectAll().execute()
const listEnds = async () =>
  (await app.deps.db.read.selectFrom('ended_sessions').selectAll().execute()).map(
    ({ end_reason }) => end_reason,
  )
const countCommits = () => {
  let commits = 0
  const { write } = app.deps.db
  app.deps.db.write = (...args) => {
    commits += 1
    return write(...args)
  }
  return () => commits
}

/** Logs in as an existing student, from a browser that has not sent its cookie back. */
async function logIn(student: TestStudent, headers: Record<string, string> = browser) {
  const client = app.createClient()
  const body = { email: student.email, password: studentPassword }
  expect((await client.send('POST', '/api/auth/studentLogin', { body, headers })).status).toBe(200)
  return client
}

async function openWithStudent() {
  app = await createTestApp()
  return createStudent(app)
}

describe('a login of a browser', () => {
  it('ends if its cookie has not come back within 60 s', async () => {
    const student = await openWithStudent()
    const client = await logIn(student)
    app.advanceClock(cookieDueMs)
    await runJob()
    expect(await listEnds()).toEqual([])
    app.advanceClock(1)
    await runJob()
    expect(await listEnds()).toEqual(['no-cookie'])
    expect(await isLoggedIn(client)).toBe(false)
    expect(await isLoggedIn(student)).toBe(true)
    const { ended } = (await student.request(listSessions)).json
    expect(ended).toMatchObject([{ endReason: 'no-cookie' }])
  })

  it('stays once its cookie has come back with any call', async () => {
    const client = await logIn(await openWithStudent())
    expect(await isLoggedIn(client)).toBe(true)
    app.advanceClock(2 * cookieDueMs)
    await runJob()
    expect(await isLoggedIn(client)).toBe(true)
  })

  it('is updated once for it, and not by later calls', async () => {
    const client = await logIn(await openWithStudent())
    const count = countCommits()
    for (let calls = 0; calls < 5; calls += 1) await isLoggedIn(client)
    expect(count()).toBe(1)
  })

  it('on plain http is recognised by its origin', async () => {
    await logIn(await openWithStudent(), { origin: 'http://localhost', host: 'localhost' })
    expect((await listRows()).map((row) => row.cookie_due_at)).toContain(app.clock.at + cookieDueMs)
  })

  it('of a script stays', async () => {
    const client = await logIn(await openWithStudent(), {})
    app.advanceClock(2 * cookieDueMs)
    await runJob()
    expect(await isLoggedIn(client)).toBe(true)
  })

  it('ends even while an attempt of its account runs in another session', async () => {
    const student = await openWithStudent()
    const admin = await app.createAdmin()
    const testId = (await createReleasedExam(admin, { duration: 30 }))._id
    await startAttempt(student, testId)
    await logIn(student)
    app.advanceClock(cookieDueMs + 1)
    await runJob()
    expect(await listEnds()).toEqual(['no-cookie'])
    await completeAttempt(student, testId, 1)
  })

  it('costs no write while no session has to end', async () => {
    await logIn(await openWithStudent())
    const count = countCommits()
    await runJob()
    expect(count()).toBe(0)
  })
})

describe('the cookie is awaited after', () => {
  const isAwaited = async () => (await listRows()).some((row) => row.cookie_due_at !== null)

  it('a login of staff', async () => {
    app = await createTestApp()
    await app.createAdmin()
    const body = { email, password: adminPassword }
    await app.createClient().send('POST', '/api/auth/admin', { body, headers: browser })
    expect(await isAwaited()).toBe(true)
  })

  it('a new password', async () => {
    const student = await openWithStudent()
    const body = {
      email: student.email,
      password: studentPassword,
      newPassword: 'my very own words',
    }
    await app.createClient().send('POST', '/api/auth/changePassword', { body, headers: browser })
    expect(await listRows()).toHaveLength(1)
    expect(await isAwaited()).toBe(true)
  })

  it('a second step, which says which cookie is missing', async () => {
    app = await createTestApp()
    await app.createAdmin()
    const credentials = { email, password: adminPassword }
    const admin = app.createClient()
    await admin.request(auth.adminLogin, { body: credentials })
    const { key } = (await admin.request(secondFactor.beginTotp)).json
    const createCode = () =>
      new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: app.clock.at })
    await admin.request(secondFactor.turnOnTotp, { body: { code: createCode() } })
    app.advanceClock(30_000)

    const client = app.createClient()
    await client.request(auth.adminLogin, { body: credentials })
    const body = { code: createCode() }
    const url = '/api/auth/secondFactor'
    const withoutCookie = await app.createClient().send('POST', url, { body, headers: browser })
    expect(withoutCookie.json.code).toBe('no-login-cookie')
    expect(await isAwaited()).toBe(false)
    const reply = await client.send('POST', url, { body, headers: browser })
    expect(reply.status).toBe(200)
    expect(await isAwaited()).toBe(true)
  })
})

it.runIf(process.env.ENGINE === 'postgres')(
  'two processes end each such session once, and none whose cookie comes back at that moment',
  async () => {
    app = await createTestApp({ databaseUrl: inject('postgresUrl') })
    const other = await createTestApp({
      databaseUrl: inject('postgresUrl'),
      schema: app.schema,
    })
    try {
      const student = await createStudent(app)
      const clients = []
      for (let n = 0; n < 20; n++) clients.push(await logIn(student))
      for (const { advanceClock } of [app, other]) advanceClock(cookieDueMs + 1)
      const calls = clients.slice(0, 10).map(isLoggedIn)
      const jobs = [app, other, app, other].map(({ deps }) => endCookielessSessions(deps))
      const [stayed] = await Promise.all([Promise.all(calls), Promise.all(jobs)])
      const kept = stayed.filter((isIn) => isIn).length
      const ends = (await listEnds()).filter((reason) => reason === 'no-cookie').length
      const left = (await listRows()).filter((row) => row.account_id === student.id)
      expect(left.every((row) => row.cookie_due_at === null)).toBe(true)
      expect(ends + left.length).toBe(21)
      expect(kept).toBeLessThanOrEqual(10)
    } finally {
      await other.close()
    }
  },
)
