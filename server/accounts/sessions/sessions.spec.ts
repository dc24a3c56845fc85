import { afterEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/accounts.ts'
import { keepSession, logout } from '#contract/current-session.ts'
import { listStudents } from '#contract/students.ts'
import { createStudent, studentPassword } from '#test/factories.ts'
import { adminPassword, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { hashToken } from './load-session.ts'
import { sweepSessions } from './sweep-sessions.ts'

const minute = 60_000
const hour = 60 * minute
const adminLogin = { email: 'admin@example.com', password: adminPassword }
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36'
let app: TestApp
afterEach(() => app.close())

/** One who does not log in again by themselves. */
async function openWithAdmin() {
  app = await createTestApp()
  await app.createAdmin()
  const admin = app.createClient()
  await admin.request(contract.adminLogin, { body: adminLogin })
  return admin
}

const fetchStudents = async (admin: TestClient) => (await admin.request(listStudents)).status
const keepAlive = async (admin: TestClient) => (await admin.request(keepSession)).status
const listEndedSessions = () => app.deps.db.read.selectFrom('ended_sessions').selectAll().execute()

describe('a session of staff', () => {
  it('ends after 30 minutes without use, though the screen looks for news', async () => {
    const admin = await openWithAdmin()
    for (let elapsed = 0; elapsed < 30; elapsed += 5) {
      app.advanceClock(5 * minute)
      expect(await fetchStudents(admin)).toBe(200)
    }
    app.advanceClock(1)
    expect(await fetchStudents(admin)).toBe(401)
    expect(await keepAlive(admin)).toBe(401)
  })

  it('lasts while in use, for 12 hours at most', async () => {
    const admin = await openWithAdmin()
    for (let elapsed = 0; elapsed < 12 * hour; elapsed += 20 * minute) {
      app.advanceClock(20 * minute)
      expect(await keepAlive(admin)).toBe(200)
    }
    app.advanceClock(1)
    expect(await fetchStudents(admin)).toBe(401)
  })
})

it('a session records where and how it began', async () => {
  await openWithAdmin()
  const body = adminLogin
  const reply = await app.createClient().send('POST', '/api/auth/admin', {
    body,
    headers: { 'user-agent': chrome },
  })
  expect(reply.status).toBe(200)
  const rows = await app.deps.db.read.selectFrom('sessions').selectAll().execute()
  expect(rows.find((row) => row.device_kind === 'computer')).toMatchObject({
    device_name: 'Chrome on Windows',
    address: '127.0.0.1',
    method: 'password',
    authenticated_at: app.clock.at,
    new_place_at: null,
    own_device_at: null,
  })
  const ids = new Set(rows.map((row) => row.id))
  expect(ids.size).toBe(rows.length)
  expect(rows.every((row) => /^[\w-]{22}$/.test(row.id) && !row.token_hash.includes(row.id))).toBe(
    true,
  )
})

describe('an ended session', () => {
  it('is kept for 30 days, without its secret', async () => {
    const admin = await openWithAdmin()
    const token = admin.cookies.session ?? ''
    app.advanceClock(minute)
    await admin.request(logout)
    const rows = await listEndedSessions()
    expect(rows).toMatchObject([{ end_reason: 'logout', ended_at: app.clock.at }])
    expect(JSON.stringify(rows)).not.toContain(hashToken(token))

    app.advanceClock(30 * 24 * hour + 1)
    await sweepSessions(app.deps)
    expect((await listEndedSessions()).map((row) => row.end_reason)).not.toContain('logout')
  })

  it('ended when it expired, not when it was next read', async () => {
    await openWithAdmin()
    const student = await createStudent(app)
    const startedAt = app.clock.at
    app.advanceClock(13 * hour)
    await sweepSessions(app.deps)
    const rows = await listEndedSessions()
    expect(rows.filter((row) => row.account_id === student.id)).toMatchObject([
      { end_reason: 'idle', ended_at: startedAt + 12 * hour },
    ])
    expect(rows.filter((row) => row.account_id !== student.id)).toMatchObject(
      Array.from({ length: 2 }, () => ({ end_reason: 'idle', ended_at: startedAt + 30 * minute })),
    )
    expect(await app.deps.db.read.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  it('was replaced by another login in the same browser, or ended by a new password', async () => {
    app = await createTestApp()
    const student = await createStudent(app)
    const { email } = student
    await student.request(contract.studentLogin, { body: { email, password: studentPassword } })
    const newPassword = 'my very own words'
    const body = { email, password: studentPassword, newPassword }
    await student.request(contract.changePassword, { body })
    expect((await listEndedSessions()).map((row) => row.end_reason).sort()).toEqual([
      'password-changed',
      'replaced',
    ])
  })
})

describe('the cookies of a login', () => {
  async function logIn(ownDevice?: boolean) {
    app = await createTestApp()
    const { email } = await createStudent(app)
    const client = app.createClient()
    const body = { email, password: studentPassword, ...(ownDevice !== undefined && { ownDevice }) }
    const { headers } = await client.request(contract.studentLogin, { body })
    return { client, email, cookies: sessionCookies(headers['set-cookie']) }
  }
  const sessionCookies = (header: unknown) =>
    [header].flat().filter((line) => /^(session|XSRF-TOKEN)=./.test(String(line)))

  it.each([undefined, false])(
    'are deleted with the browser session when ownDevice is %j',
    async (ownDevice) => {
      const { cookies } = await logIn(ownDevice)
      expect(cookies).toHaveLength(2)
      for (const cookie of cookies) expect(cookie).not.toMatch(/Max-Age|Expires/)
    },
  )

  it('stay for 7 days on an own device, even after a change of password', async () => {
    const { client, email, cookies } = await logIn(true)
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) expect(cookie).toMatch(/; Max-Age=604800;/)

    const body = { email, password: studentPassword, newPassword: 'my very own words' }
    const { headers } = await client.request(contract.changePassword, { body })
    for (const cookie of sessionCookies(headers['set-cookie'])) {
      expect(cookie).toMatch(/; Max-Age=604800;/)
    }
  })

  it('are deleted with the browser session for staff', async () => {
    await openWithAdmin()
    const { headers } = await app.createClient().request(contract.adminLogin, { body: adminLogin })
    for (const cookie of sessionCookies(headers['set-cookie']))
      expect(cookie).not.toMatch(/Max-Age/)
  })

  const openUnderHttps = async () => {
    app = await createTestApp({ publicUrl: 'https://exams.example.org' })
    return createStudent(app)
  }

  it('cannot be set by another host under https, except the token under its plain name', async () => {
    const { cookies } = await openUnderHttps()
    expect(Object.keys(cookies).sort()).toEqual([
      'XSRF-TOKEN',
      '__Host-XSRF-TOKEN',
      '__Host-device',
      '__Host-session',
    ])
  })

  it('hold the same token under both names under https, readable and Secure', async () => {
    const { email } = await openUnderHttps()
    const client = app.createClient()
    const body = { email, password: studentPassword }
    const { headers } = await client.request(contract.studentLogin, { body })
    const tokens = [headers['set-cookie']]
      .flat()
      .map(String)
      .filter((line) => /XSRF/.test(line))
    expect(tokens).toHaveLength(2)
    for (const line of tokens) expect(line).toMatch(/; Path=\/; Secure; SameSite=Lax$/)
    expect(client.cookies['XSRF-TOKEN']).toBe(client.cookies['__Host-XSRF-TOKEN'])
  })

  it('a token that a neighbour sets under the plain name opens nothing', async () => {
    const student = await openUnderHttps()
    const { 'XSRF-TOKEN': token = '' } = student.cookies
    const call = (sent: string) =>
      student.send('POST', '/api/students/start-quiz/any', {
        headers: { 'sec-fetch-site': 'same-origin', 'x-xsrf-token': sent },
      })
    student.cookies['XSRF-TOKEN'] = 'chosen'
    expect(await call('chosen')).toMatchObject({ status: 403, json: { code: 'cross-site' } })
    expect(await call('')).toMatchObject({ status: 403, json: { code: 'cross-site' } })
    expect(await call(token)).toMatchObject({ status: 404, json: { code: 'test-not-found' } })
  })

  it('are cleared at logout under both names', async () => {
    const student = await openUnderHttps()
    await student.request(logout)
    expect(Object.keys(student.cookies)).toEqual(['__Host-device'])
  })
})
