import { afterEach, describe, expect, it } from 'vitest'
import * as auth from '#contract/accounts.ts'
import { checkToken, logout } from '#contract/current-session.ts'
import * as contract from '#contract/sessions.ts'
import { updateStudent } from '#contract/students.ts'
import { createStudent, studentPassword } from '#test/factories.ts'
import { adminPassword, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const minute = 60_000
const adminLogin = { email: 'admin@example.com', password: adminPassword }
const phone = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36'
let app: TestApp
afterEach(() => app.close())

async function openWithAdmin() {
  app = await createTestApp()
  await app.createAdmin()
  return logInFrom('127.0.0.1')
}

/** From this address, in a browser that was never seen. */
async function logInFrom(remoteAddress: string) {
  const reply = await app.fastify.inject({
    method: 'POST',
    url: '/api/auth/admin',
    remoteAddress,
    headers: { 'user-agent': phone },
    payload: adminLogin,
  })
  const client = app.createClient()
  for (const { name, value } of reply.cookies) client.cookies[name] = value
  return client
}

const fetchSessions = async (client: TestClient) =>
  (await client.request(contract.listSessions)).json
const isLoggedIn = async (client: TestClient) => (await client.request(checkToken)).status === 200
const listEmails = (kind: string) =>
  app.deps.db.read
    .selectFrom('mails')
    .select(['to_address', 'subject', 'text_body'])
    .where('kind', '=', kind as 'new-place')
    .execute()

describe('the list of one’s sessions', () => {
  it('lists this one first, with device, address, method and times, and no secret', async () => {
    const admin = await openWithAdmin()
    app.advanceClock(minute)
    const { sessions } = await fetchSessions(admin)
    expect(sessions.map(({ isThis }) => isThis)).toEqual([true, false])
    expect(sessions[0]).toMatchObject({
      device: 'Chrome on Android',
      deviceKind: 'phone',
      address: '127.0.0.1',
      method: 'password',
      isNewPlace: false,
    })
    const { text } = await admin.request(contract.listSessions)
    for (const secret of Object.values(admin.cookies)) expect(text).not.toContain(secret)
  })

  it('shows expired sessions as ended, before any sweep', async () => {
    await openWithAdmin()
    app.advanceClock(31 * minute)
    const { sessions, ended } = await fetchSessions(await logInFrom('127.0.0.1'))
    expect(sessions).toHaveLength(1)
    expect(ended).toHaveLength(2)
    expect(ended[0]).toMatchObject({ endReason: 'idle' })
  })

  it('contains no session of others', async () => {
    const admin = await openWithAdmin()
    const student = await createStudent(app)
    const { sessions, secondFactor } = await fetchSessions(student)
    expect(sessions).toHaveLength(1)
    expect(secondFactor).toBeNull()
    const id = sessions[0]?._id ?? ''
    const params = { id }
    const other = await admin.request(contract.endOwnSession, { params, body: {} })
    const unknown = await admin.request(contract.endOwnSession, {
      params: { id: 'none' },
      body: {},
    })
    expect(other.status).toBe(404)
    expect(other.text).toBe(unknown.text)
    expect((await admin.request(contract.confirmSession, { params })).status).toBe(404)
    expect(await isLoggedIn(student)).toBe(true)
  })
})

describe('ending sessions', () => {
  it('takes effect on the next call', async () => {
    const admin = await openWithAdmin()
    const other = await logInFrom('127.0.0.1')
    const id = (await fetchSessions(other)).sessions[0]?._id ?? ''
    expect(await isLoggedIn(other)).toBe(true)
    const ended = await admin.request(contract.endOwnSession, { params: { id }, body: {} })
    expect(ended.status).toBe(200)
    expect(await isLoggedIn(other)).toBe(false)
    expect(await isLoggedIn(admin)).toBe(true)
  })

  it('ends all others at once, and returns their number', async () => {
    const admin = await openWithAdmin()
    const other = await logInFrom('127.0.0.1')
    expect((await admin.request(contract.endOtherSessions)).json.ended).toBe(2)
    expect(await isLoggedIn(other)).toBe(false)
    expect(await isLoggedIn(admin)).toBe(true)
  })
})

describe('a login from a new place', () => {
  it('is marked and reported by email, but not the very first and none from a known network', async () => {
    await openWithAdmin()
    expect(await listEmails('new-place')).toEqual([])
    const stranger = await logInFrom('198.51.100.9')
    const emails = await listEmails('new-place')
    expect(emails).toMatchObject([{ to_address: 'admin@example.com' }])
    expect(emails[0]?.text_body).toContain('Chrome on Android')
    expect(emails[0]?.text_body).toContain('198.51.100.9')
    expect((await fetchSessions(stranger)).sessions[0]?.isNewPlace).toBe(true)
  })

  it('is asked about until the question is answered', async () => {
    const admin = await openWithAdmin()
    const stranger = await logInFrom('198.51.100.9')
    const id = (await fetchSessions(stranger)).sessions[0]?._id ?? ''
    await admin.request(contract.confirmSession, { params: { id } })
    expect((await fetchSessions(admin)).sessions.some(({ isNewPlace }) => isNewPlace)).toBe(false)
    expect(await isLoggedIn(stranger)).toBe(true)
  })

  it('is still asked about when its session has ended, and may be answered with No', async () => {
    const admin = await openWithAdmin()
    const stranger = await logInFrom('198.51.100.9')
    const id = (await fetchSessions(stranger)).sessions[0]?._id ?? ''
    await stranger.request(logout)
    expect((await fetchSessions(admin)).ended[0]).toMatchObject({ _id: id, isNewPlace: true })
    const body = { disowned: true }
    expect((await admin.request(contract.endOwnSession, { params: { id }, body })).status).toBe(200)
    expect((await fetchSessions(admin)).ended[0]?.isNewPlace).toBe(false)
  })
})

describe('emails about account changes', () => {
  it('report a new password', async () => {
    app = await createTestApp()
    const { email, request } = await createStudent(app)
    const body = { email, password: studentPassword, newPassword: 'my very own words' }
    await request(auth.changePassword, { body })
    const emails = await listEmails('password-changed')
    expect(emails).toMatchObject([{ to_address: email }])
    expect(emails[0]?.text_body).not.toContain('my very own words')
  })

  it('tell the old address about a new one', async () => {
    app = await createTestApp()
    const admin = await app.createAdmin()
    const { id, email } = await createStudent(app)
    const body = { email: 'new@example.com' }
    expect((await admin.request(updateStudent, { params: { id }, body })).status).toBe(200)
    expect(await listEmails('email-changed')).toMatchObject([{ to_address: email }])
    expect(await listEmails('login-details')).toMatchObject([{ to_address: 'new@example.com' }])
  })
})
