import { afterEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/accounts.ts'
import { checkToken, logout } from '#contract/current-session.ts'
import { listExams } from '#contract/exams.ts'
import { sendLoginDetails } from '#contract/login-details.ts'
import { listStudents } from '#contract/students.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  studentPassword,
} from '#test/factories.ts'
import { findOneTimePassword, startSmtpServer, waitForEmails } from '#test/smtp-server.ts'
import { adminPassword, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { changePassword } from './change-password.ts'
import { logIn as enter } from './log-in.ts'

const hour = 60 * 60 * 1000
let app: TestApp
afterEach(() => app.close())

async function openWithStudent(options: Parameters<typeof createTestApp>[0] = {}) {
  app = await createTestApp(options)
  return createStudent(app)
}

/** A one-time password shown to an admin, as where mail is not set up. */
async function openWithOneTimePassword() {
  const student = await openWithStudent()
  const admin = await app.createAdmin()
  const { json } = await admin.request(sendLoginDetails, {
    params: { id: student.id },
    body: { deliver: 'show' },
  })
  return { email: student.email, password: json.password ?? '' }
}

async function logIn(client: TestClient, email: string, password: string) {
  return client.request(contract.studentLogin, { body: { email, password } })
}

describe('a login', () => {
  it('shows its place in the queue while it waits', async () => {
    const { email } = await openWithStudent()
    const ticket = 'a-ticket-of-this-login'
    const getPlace = async () =>
      (await app.createClient().request(contract.getLoginPlace, { params: { ticket } })).json.place
    const job = { priority: 'login', network: '127.0.0.1' } as const
    const others = Array.from({ length: 1_000 }, () => app.deps.passwords.matches('', null, job))
    const body = { email, password: studentPassword, ticket }
    const login = app.createClient().request(contract.studentLogin, { body })
    let place: number | null = null
    const giveUpAt = performance.now() + 10_000
    while (place === null && performance.now() < giveUpAt) {
      await new Promise((resolve) => setImmediate(resolve))
      place = await getPlace()
    }
    expect(place).toBeGreaterThan(1)
    expect((await login).status).toBe(200)
    expect(await getPlace()).toBeNull()
    await Promise.all(others)
  })

  it('accepts the address in any case and with spaces around it', async () => {
    const { email } = await openWithStudent()
    const reply = await logIn(app.createClient(), `  ${email.toUpperCase()} `, studentPassword)
    expect(reply).toMatchObject({
      status: 200,
      json: { loginStatus: true, firstTimeSignin: false, message: 'Login successful.' },
    })
  })

  it('accepts a domain in its own script or in Punycode', async () => {
    app = await createTestApp()
    await createStudent(app, 'Asha Rao', { email: 'asha@bücher.example' })
    const reply = await logIn(app.createClient(), 'asha@xn--bcher-kva.example', studentPassword)
    expect(reply.status).toBe(200)
  })

  it('gives the same message for a wrong password and an unknown address', async () => {
    const { email } = await openWithStudent()
    const wrong = await logIn(app.createClient(), email, 'wrong password')
    const unknown = await logIn(app.createClient(), 'nobody@example.com', 'wrong password')
    expect(wrong).toMatchObject({
      status: 401,
      json: { loginStatus: false, code: 'wrong-student-login' },
    })
    expect(unknown.text).toBe(wrong.text)
  })

  it('has an endpoint of its own for each role', async () => {
    const { email } = await openWithStudent()
    await app.createAdmin()
    const asAdmin = { email, password: studentPassword }
    const asStudent = { email: 'admin@example.com', password: adminPassword }
    expect((await app.createClient().request(contract.adminLogin, { body: asAdmin })).status).toBe(
      401,
    )
    expect(
      (await app.createClient().request(contract.studentLogin, { body: asStudent })).status,
    ).toBe(401)
  })

  it('sets one cookie that scripts cannot read, and another that our own can', async () => {
    const { email } = await openWithStudent()
    const { headers } = await logIn(app.createClient(), email, studentPassword)
    const [session, xsrf] = [headers['set-cookie']].flat().map(String)
    expect(session).toMatch(/^session=[\w-]{43}; .*HttpOnly; SameSite=Lax/)
    expect(xsrf).toMatch(/^XSRF-TOKEN=/)
    expect(xsrf).not.toMatch(/HttpOnly/)
  })
})

describe('a one-time password', () => {
  it('allows the change of password and nothing else', async () => {
    const { email, password } = await openWithOneTimePassword()
    const client = app.createClient()
    const loginReply = await logIn(client, email, password)
    expect(loginReply.json.firstTimeSignin).toBe(true)
    expect(await client.request(listExams)).toMatchObject({
      status: 403,
      json: { code: 'password-change-required' },
    })
    expect((await client.request(checkToken)).json.firstTimeSignin).toBe(true)

    const body = { email, password, newPassword: 'my very own words' }
    const changed = await client.request(contract.changePassword, { body })
    expect(changed.json.message).toBe('Password updated successfully.')
    expect((await client.request(listExams)).status).toBe(200)
    expect((await logIn(app.createClient(), email, password)).status).toBe(401)
  })

  it('keeps the old password until another is set with it', async () => {
    const { email, password } = await openWithOneTimePassword()
    const elsewhere = app.createClient()
    await logIn(elsewhere, email, studentPassword)
    await logIn(app.createClient(), email, password)
    expect((await logIn(app.createClient(), email, studentPassword)).json).toMatchObject({
      firstTimeSignin: false,
    })
    expect((await elsewhere.request(listExams)).status).toBe(200)

    const body = { email, password, newPassword: 'my very own words' }
    expect((await app.createClient().request(contract.changePassword, { body })).status).toBe(200)
    expect((await logIn(app.createClient(), email, studentPassword)).status).toBe(401)
    expect((await elsewhere.request(listExams)).status).toBe(401)
  })

  it('opens a new session until then, which ends the earlier one', async () => {
    const { email, password } = await openWithOneTimePassword()
    const [first, second] = [app.createClient(), app.createClient()]
    await logIn(first, email, password)
    await logIn(second, email, password)
    expect((await first.request(checkToken)).status).toBe(401)
    expect((await second.request(checkToken)).json.firstTimeSignin).toBe(true)
    expect((await second.request(listExams)).json.code).toBe('password-change-required')
  })

  it('works for 72 hours', async () => {
    const { email, password } = await openWithOneTimePassword()
    app.advanceClock(72 * hour - 1)
    expect((await logIn(app.createClient(), email, password)).status).toBe(200)
    app.advanceClock(1)
    expect((await logIn(app.createClient(), email, password)).status).toBe(401)
  })
})

describe('a request for a new password', () => {
  it('mails a one-time password, and gives the same reply for an unknown address', async () => {
    const smtp = await startSmtpServer()
    const student = await openWithStudent({ smtpUrl: smtp.url })
    const requestPassword = (email: string) =>
      app.createClient().request(contract.forgotPassword, { body: { email } })
    const known = await requestPassword(student.email)
    const unknown = await requestPassword('nobody@example.com')
    expect(unknown.text).toBe(known.text)
    const password = findOneTimePassword((await waitForEmails(smtp, student.email))[0])
    expect((await logIn(app.createClient(), student.email, password)).json.firstTimeSignin).toBe(
      true,
    )
    expect(smtp.received).toHaveLength(1)
    await smtp.close()
  })

  it('is limited to five times an hour for one account', async () => {
    const { email } = await openWithStudent({ limits: true })
    const requestPassword = () =>
      app.createClient().request(contract.forgotPassword, { body: { email } })
    for (let n = 0; n < 5; n++) expect((await requestPassword()).status).toBe(200)
    expect((await requestPassword()).status).toBe(429)
  })
})

describe('a change of password', () => {
  it('ends every other session of the account', async () => {
    const student = await openWithStudent()
    const elsewhere = app.createClient()
    await logIn(elsewhere, student.email, studentPassword)
    const body = {
      email: student.email,
      password: studentPassword,
      newPassword: 'my very own words',
    }
    expect((await student.request(contract.changePassword, { body })).status).toBe(200)
    expect((await elsewhere.request(checkToken)).status).toBe(401)
    expect((await student.request(checkToken)).status).toBe(200)
  })

  it.each([
    { newPassword: 'short', message: 'Use 8 characters or more' },
    { newPassword: 'password123', message: 'This password is too common. Choose another one' },
    { newPassword: studentPassword, message: 'Choose a password that differs from the old one' },
  ])('refuses $newPassword', async ({ newPassword, message }) => {
    const { email } = await openWithStudent()
    const body = { email, password: studentPassword, newPassword }
    const reply = await app.createClient().request(contract.changePassword, { body })
    expect(reply).toMatchObject({ status: 400, json: { fields: { newPassword: message } } })
  })

  it('asks for the old one', async () => {
    const { email } = await openWithStudent()
    const body = { email, password: 'not the old one', newPassword: 'my very own words' }
    const reply = await app.createClient().request(contract.changePassword, { body })
    expect(reply).toMatchObject({ status: 401, json: { code: 'wrong-password' } })
  })
})

describe('a password changed while it is being checked', () => {
  async function openWithSlowHash() {
    const student = await openWithStudent()
    let release = () => {}
    const gate = new Promise<void>((open) => {
      release = open
    })
    const matches: TestApp['deps']['passwords']['matches'] = async (...options) => {
      const answer = await app.deps.passwords.matches(...options)
      await gate
      return answer
    }
    const slow = { ...app.deps, passwords: { ...app.deps.passwords, matches } }
    const { email } = student
    const device = { name: 'Unknown browser', kind: 'unknown' } as const
    const origin = { address: '192.0.2.7', device, deviceId: null, isBrowser: false }
    const credentials = { email, password: studentPassword, origin, oldToken: undefined }
    const change = async () => {
      const body = { email, password: studentPassword, newPassword: 'my very own words' }
      expect((await student.request(contract.changePassword, { body })).status).toBe(200)
      release()
    }
    return { slow, credentials, change }
  }

  it('opens no session', async () => {
    const { slow, credentials, change } = await openWithSlowHash()
    const loggingIn = enter(slow, { ...credentials, role: 'student' })
    await change()
    expect(await loggingIn).toMatchObject({ refused: 'wrong-login' })
  })

  it('sets no new password', async () => {
    const { slow, credentials, change } = await openWithSlowHash()
    const changing = changePassword(slow, { ...credentials, newPassword: 'words of a thief' })
    await change()
    expect(await changing).toMatchObject({ refused: 'wrong-password' })
    expect((await logIn(app.createClient(), credentials.email, 'my very own words')).status).toBe(
      200,
    )
  })
})

describe('a session', () => {
  it('ends when another takes its place', async () => {
    const student = await openWithStudent()
    const old = app.createClient()
    Object.assign(old.cookies, student.cookies)
    await logIn(student, student.email, studentPassword)
    expect(student.cookies.session).not.toBe(old.cookies.session)
    expect((await student.request(checkToken)).status).toBe(200)
    expect((await old.request(checkToken)).status).toBe(401)
  })

  it('never has an id that somebody else chose', async () => {
    const { email } = await openWithStudent()
    const victim = app.createClient()
    Object.assign(victim.cookies, { session: 'chosen', 'XSRF-TOKEN': 'chosen' })
    await logIn(victim, email, studentPassword)
    expect(Object.values(victim.cookies)).not.toContain('chosen')
    const thief = app.createClient()
    Object.assign(thief.cookies, { session: 'chosen' })
    expect((await thief.request(checkToken)).status).toBe(401)
  })

  it('ends at logout, on the server too', async () => {
    const student = await openWithStudent()
    const cookies = { ...student.cookies }
    await student.request(logout)
    expect(Object.keys(student.cookies)).toEqual(['device'])
    Object.assign(student.cookies, cookies)
    expect((await student.request(checkToken)).status).toBe(401)
  })

  it('ends after 12 idle hours', async () => {
    const student = await openWithStudent()
    app.advanceClock(12 * hour)
    expect((await student.request(checkToken)).status).toBe(200)
    app.advanceClock(12 * hour + 1)
    expect((await student.request(checkToken)).status).toBe(401)
  })

  it('ends after 7 days, even in use', async () => {
    const student = await openWithStudent()
    for (let day = 0; day < 14; day++) {
      app.advanceClock(12 * hour)
      expect((await student.request(checkToken)).status).toBe(200)
    }
    app.advanceClock(1)
    expect((await student.request(checkToken)).status).toBe(401)
  })

  it('never ends inside a running attempt', async () => {
    const student = await openWithStudent()
    const exam = await createReleasedExam(await app.createAdmin(), { duration: 13 * 60 })
    await startAttempt(student, exam._id)
    app.advanceClock(12 * hour + 60_000)
    expect((await student.request(checkToken)).status).toBe(200)
  })
})

describe('a call from another site', () => {
  const headersOf = (student: TestClient) => ({
    'x-xsrf-token': student.cookies['XSRF-TOKEN'] ?? '',
  })
  const ownHeaders = { 'sec-fetch-site': 'same-origin' }

  it.each<{ from: string; headers: Record<string, string> }>([
    { from: 'another site', headers: { 'sec-fetch-site': 'cross-site' } },
    { from: 'a neighbour', headers: { 'sec-fetch-site': 'same-site' } },
    { from: 'another origin', headers: { origin: 'https://evil.example' } },
    { from: 'a sandboxed page', headers: { origin: 'null' } },
  ])('is refused when it comes from $from', async ({ headers }) => {
    const student = await openWithStudent()
    const body = { email: student.email, password: studentPassword }
    const login = await app.createClient().send('POST', '/api/auth/studentLogin', { body, headers })
    expect(login).toMatchObject({ status: 403, json: { code: 'cross-site' } })
    const start = await student.send('POST', '/api/students/start-quiz/x', {
      headers: { ...headers, ...headersOf(student) },
    })
    expect(start).toMatchObject({ status: 403, json: { code: 'cross-site' } })
  })

  it('differs from a request of our own page by the token it cannot read', async () => {
    const student = await openWithStudent()
    const url = '/api/students/start-quiz/x'
    const without = await student.send('POST', url, { headers: ownHeaders })
    expect(without).toMatchObject({ status: 403, json: { code: 'cross-site' } })
    const withToken = await student.send('POST', url, {
      headers: { ...ownHeaders, ...headersOf(student) },
    })
    expect(withToken.status).toBe(404)
  })

  it('is judged by its origin if the browser sends nothing else, as on a LAN', async () => {
    const { email } = await openWithStudent()
    const body = { email, password: studentPassword }
    const headers = { host: 'lab-server:3000', origin: 'http://lab-server:3000' }
    const reply = await app.createClient().send('POST', '/api/auth/studentLogin', { body, headers })
    expect(reply.status).toBe(200)
  })

  it('is allowed for a script without a browser', async () => {
    const student = await openWithStudent()
    expect((await student.send('POST', '/api/students/start-quiz/x')).status).toBe(404)
  })
})

it('a deleted admin is logged out with the next call', async () => {
  await openWithStudent()
  const admin = await app.createAdmin()
  await app.deps.db.write((tx) =>
    tx.updateTable('accounts').set({ deleted_at: 1 }).where('role', '=', 'admin').execute(),
  )
  expect((await admin.request(listStudents)).status).toBe(401)
})
