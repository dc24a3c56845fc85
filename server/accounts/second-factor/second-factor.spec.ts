import { Secret, TOTP } from 'otpauth'
import { afterEach, describe, expect, it } from 'vitest'
import * as auth from '#contract/accounts.ts'
import { checkToken } from '#contract/current-session.ts'
import { listExams } from '#contract/exams.ts'
import * as contract from '#contract/second-factor.ts'
import { exportStudents } from '#contract/students.ts'
import { adminPassword, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { makeOneTimePassword } from '../one-time-password.ts'
import { setOneTimePassword } from '../password-queries.ts'
import { findAccountByEmail } from '../queries.ts'

const minute = 60_000
const day = 24 * 60 * minute
const email = 'admin@example.com'
const credentials = { email, password: adminPassword }
let app: TestApp
afterEach(() => app.close())

const generateCode = (key: string, at = app.clock.at) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at })

async function openWithAdmin(options: Parameters<typeof createTestApp>[0] = {}) {
  app = await createTestApp(options)
  await app.createAdmin()
  const admin = app.createClient()
  await admin.request(auth.adminLogin, { body: credentials })
  return admin
}

/** An account with an app, logged in; the code that turned it on is used up. */
async function openWithApp(options: Parameters<typeof createTestApp>[0] = {}) {
  const admin = await openWithAdmin(options)
  const { json } = await admin.request(contract.beginTotp)
  const body = { code: generateCode(json.key) }
  const { json: on } = await admin.request(contract.turnOnTotp, { body })
  app.advanceClock(30_000)
  return { admin, key: json.key, codes: on.recoveryCodes ?? [] }
}

async function submitPassword(password = adminPassword) {
  const client = app.createClient()
  const reply = await client.request(auth.adminLogin, { body: { email, password } })
  return { client, reply }
}

const submitCode = (client: TestClient, code: string) =>
  client.request(contract.logInWithSecondFactor, { body: { code } })
const isLoggedIn = async (client: TestClient) => (await client.request(listExams)).status === 200

describe('a login with an app', () => {
  it('has no session before its second step', async () => {
    const { key } = await openWithApp()
    const { client, reply } = await submitPassword()
    expect(reply).toMatchObject({ status: 200, json: { secondFactor: ['totp', 'recovery'] } })
    expect(reply.json).not.toHaveProperty('firstTimeSignin')
    expect(Object.keys(client.cookies)).toEqual(['login'])
    expect(await isLoggedIn(client)).toBe(false)

    const loginReply = await submitCode(client, generateCode(key))
    expect(loginReply).toMatchObject({ status: 200, json: { firstTimeSignin: false } })
    expect(Object.keys(client.cookies).sort()).toEqual(['XSRF-TOKEN', 'device', 'session'])
    expect(await isLoggedIn(client)).toBe(true)
  })

  it.each([-30_000, 30_000])('accepts a phone whose clock is %d ms off', async (drift) => {
    const { key } = await openWithApp()
    app.advanceClock(minute)
    const { client } = await submitPassword()
    expect((await submitCode(client, generateCode(key, app.clock.at + drift))).status).toBe(200)
  })

  it('refuses a code of two steps ago', async () => {
    const { key } = await openWithApp()
    app.advanceClock(2 * minute)
    const { client } = await submitPassword()
    expect((await submitCode(client, generateCode(key, app.clock.at - minute))).status).toBe(401)
  })

  it('accepts each code once, and none older than an accepted one', async () => {
    const { key } = await openWithApp()
    const first = await submitPassword()
    const second = await submitPassword()
    const code = generateCode(key)
    expect((await submitCode(first.client, code)).status).toBe(200)
    expect(await submitCode(second.client, code)).toMatchObject({
      status: 401,
      json: { code: 'wrong-code' },
    })
    const older = generateCode(key, app.clock.at - 30_000)
    expect((await submitCode(second.client, older)).status).toBe(401)
  })

  it('lets in only one of two who send the same code at once', async () => {
    const { key } = await openWithApp()
    const clients = [await submitPassword(), await submitPassword()]
    const code = generateCode(key)
    const replies = await Promise.all(clients.map(({ client }) => submitCode(client, code)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('asks for the password again after five wrong tries, also for the right code', async () => {
    const { key } = await openWithApp()
    const { client } = await submitPassword()
    const login = { ...client.cookies }
    const wrong = generateCode(key) === '000000' ? '111111' : '000000'
    for (let tries = 1; tries < 5; tries++) {
      expect((await submitCode(client, wrong)).json.code).toBe('wrong-code')
    }
    expect((await submitCode(client, wrong)).json.code).toBe('log-in-again')
    Object.assign(client.cookies, login)
    expect((await submitCode(client, generateCode(key))).json.code).toBe('log-in-again')
  })

  it('checks five of a hundred simultaneous guesses', async () => {
    const { key } = await openWithApp()
    const { client } = await submitPassword()
    const right = generateCode(key)
    const guesses = Array.from({ length: 100 }, (_, n) => String(n).padStart(6, '0'))
    const replies = await Promise.all(
      guesses.filter((guess) => guess !== right).map((guess) => submitCode(client, guess)),
    )
    expect(replies.filter(({ json }) => json.code === 'wrong-code').length).toBeLessThanOrEqual(5)
  })

  it('checks 20 wrong codes an hour, however often the password is entered', async () => {
    await openWithApp({ limits: true })
    let checked = 0
    for (let login = 0; login < 8; login++) {
      const { client, reply } = await submitPassword()
      if (reply.status !== 200) break
      for (let tries = 0; tries < 5; tries++) {
        const { status } = await submitCode(client, '000000')
        if (status === 401) checked++
      }
    }
    expect(checked).toBe(20)
  })

  it('waits five minutes for the code', async () => {
    const { key } = await openWithApp()
    const { client } = await submitPassword()
    const login = { ...client.cookies }
    app.advanceClock(5 * minute + 1)
    Object.assign(client.cookies, login)
    expect((await submitCode(client, generateCode(key))).json.code).toBe('log-in-again')
  })

  it('ends when the password is changed in between', async () => {
    const { admin, key } = await openWithApp()
    const { client } = await submitPassword()
    const body = { ...credentials, newPassword: 'quite another long one' }
    expect((await admin.request(auth.changePassword, { body })).status).toBe(200)
    expect((await submitCode(client, generateCode(key))).json.code).toBe('log-in-again')
    expect(await isLoggedIn(client)).toBe(false)
  })

  it('can be completed once', async () => {
    const { key } = await openWithApp()
    const { client } = await submitPassword()
    const { login = '' } = client.cookies
    await submitCode(client, generateCode(key))
    const attacker = app.createClient()
    Object.assign(attacker.cookies, { login })
    app.advanceClock(30_000)
    expect((await submitCode(attacker, generateCode(key))).json.code).toBe('log-in-again')
  })
})

describe('a second factor cannot be bypassed', () => {
  it('by a change of password without a session', async () => {
    await openWithApp()
    const stranger = app.createClient()
    const body = { ...credentials, newPassword: 'quite another long one' }
    expect(await stranger.request(auth.changePassword, { body })).toMatchObject({
      status: 403,
      json: { code: 'log-in-first' },
    })
    expect(stranger.cookies).toEqual({})
    expect((await submitPassword()).reply.status).toBe(200)
  })

  it('by a one-time password', async () => {
    const { key } = await openWithApp()
    const { oneTimePassword } = await issueOneTimePassword()
    const { client, reply } = await submitPassword(oneTimePassword)
    expect(reply.json).toMatchObject({ secondFactor: ['totp', 'recovery'] })
    const body = { email, password: oneTimePassword, newPassword: 'quite another long one' }
    expect((await client.request(auth.changePassword, { body })).json.code).toBe('log-in-first')

    expect((await submitCode(client, generateCode(key))).json.firstTimeSignin).toBe(true)
    expect((await client.request(auth.changePassword, { body })).status).toBe(200)
    expect(await isLoggedIn(client)).toBe(true)
  })

  /** As `npm run admin -- reset` does. */
  async function issueOneTimePassword() {
    const { password, hash } = makeOneTimePassword(app.deps)
    const expiresAt = app.clock.at + day
    await app.deps.db.write(async (tx) => {
      const account = await findAccountByEmail(tx, email)
      await setOneTimePassword(tx, account?.id ?? '', { hash, expiresAt })
    })
    return { oneTimePassword: password }
  }
})

describe('recovery codes', () => {
  const submitRecoveryCode = (client: TestClient, recoveryCode: string) =>
    client.request(contract.logInWithSecondFactor, { body: { recoveryCode } })

  it('are ten, each opens one login, however it is typed', async () => {
    const { codes } = await openWithApp()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/)
    const [code = ''] = codes
    const { client } = await submitPassword()
    expect(
      (await submitRecoveryCode(client, ` ${code.toUpperCase().replace('-', ' ')} `)).status,
    ).toBe(200)
    const again = await submitPassword()
    expect((await submitRecoveryCode(again.client, code)).json.code).toBe('wrong-code')
    const { json } = await client.request(contract.getSecondFactor)
    expect(json.recoveryCodesLeft).toBe(9)
  })

  it('are kept as slow hashes only', async () => {
    const { codes, key } = await openWithApp()
    const { read } = app.deps.db
    const rows = await read.selectFrom('recovery_codes').selectAll().execute()
    expect(rows.map(({ code_hash }) => code_hash.slice(0, 10))).toEqual(
      Array(10).fill('$argon2id$'),
    )
    const kept = JSON.stringify([rows, await read.selectFrom('totp_keys').selectAll().execute()])
    for (const secret of [...codes, key]) expect(kept).not.toContain(secret)
  })

  it('are replaced by a new set', async () => {
    const { admin, codes } = await openWithApp()
    const { json } = await admin.request(contract.regenerateRecoveryCodes)
    expect(json.recoveryCodes).toHaveLength(10)
    const { client } = await submitPassword()
    expect((await submitRecoveryCode(client, codes[0] ?? '')).status).toBe(401)
    expect((await submitRecoveryCode(client, json.recoveryCodes[0] ?? '')).status).toBe(200)
  })
})

describe('a new second factor', () => {
  it('counts only once a code was typed', async () => {
    const admin = await openWithAdmin()
    const { json } = await admin.request(contract.beginTotp)
    expect(json.uri).toContain(`secret=${json.key}`)
    expect(json.uri).toMatch(/^otpauth:\/\/totp\/FSL%20Academy:admin%40example\.com\?/)
    expect((await submitPassword()).reply.json).not.toHaveProperty('secondFactor')
    const wrong = await admin.request(contract.turnOnTotp, { body: { code: '000000' } })
    expect(wrong).toMatchObject({ status: 401, json: { code: 'wrong-code' } })
    expect((await submitPassword()).reply.json).not.toHaveProperty('secondFactor')
  })

  it('is turned off without a change of password, and its codes are removed', async () => {
    const { admin } = await openWithApp()
    expect((await admin.request(contract.turnOffTotp)).status).toBe(200)
    expect((await submitPassword()).reply.json).not.toHaveProperty('secondFactor')
    expect((await admin.request(contract.getSecondFactor)).json).toMatchObject({
      totpSince: null,
      recoveryCodesLeft: 0,
    })
  })

  it('is reported by email and in the audit log', async () => {
    await openWithApp()
    const { read } = app.deps.db
    const mails = await read.selectFrom('mails').select(['kind', 'to_address']).execute()
    expect(mails).toContainEqual({ kind: 'second-factor', to_address: email })
    const audit = await read.selectFrom('audit').select('action').orderBy('sequence').execute()
    expect(audit.map(({ action }) => action)).toContain('second-factor.app-on')
  })

  it('cannot be set up in the demo', async () => {
    const admin = await openWithAdmin({ secondFactor: 'off' })
    expect((await admin.request(contract.beginTotp)).json.code).toBe('second-factor-off')
    expect((await admin.request(contract.getSecondFactor)).json).toMatchObject({
      requirement: 'off',
      showsNotice: false,
    })
  })
})

describe('an optional second factor', () => {
  it('blocks nobody, and its notice can be dismissed', async () => {
    const admin = await openWithAdmin()
    expect((await admin.request(contract.getSecondFactor)).json.showsNotice).toBe(true)
    await admin.request(contract.dismissNotice)
    expect((await admin.request(contract.getSecondFactor)).json.showsNotice).toBe(false)
    app.advanceClock(30 * day)
    const { client } = await submitPassword()
    expect(await isLoggedIn(client)).toBe(true)
  })
})

describe('a required second factor', () => {
  it('leads to set-up only, from seven days after the first login on', async () => {
    await openWithAdmin({ secondFactor: 'require' })
    app.advanceClock(7 * day - 1)
    const early = await submitPassword()
    expect(await isLoggedIn(early.client)).toBe(true)
    app.advanceClock(1)
    expect((await early.client.request(listExams)).json.code).toBe('second-factor-required')
    const { client } = await submitPassword()
    expect((await client.request(checkToken)).json.mustSetUpSecondFactor).toBe(true)
    expect(await client.request(listExams)).toMatchObject({
      status: 403,
      json: { code: 'second-factor-required' },
    })

    const { json } = await client.request(contract.beginTotp)
    const body = { code: generateCode(json.key) }
    expect((await client.request(contract.turnOnTotp, { body })).status).toBe(200)
    expect(await isLoggedIn(client)).toBe(true)
  })

  it('cannot be removed if it is the last', async () => {
    const { admin } = await openWithApp({ secondFactor: 'require' })
    expect((await admin.request(contract.turnOffTotp)).json.code).toBe('last-second-factor')
  })
})

describe('reauthentication', () => {
  const exportCsv = (admin: TestClient) =>
    admin.request(exportStudents, { query: { format: 'csv' } })

  it('is required 15 minutes after the login, and then lasts 15 minutes', async () => {
    const { admin, key } = await openWithApp()
    app.advanceClock(14 * minute)
    expect((await exportCsv(admin)).status).toBe(200)
    app.advanceClock(2 * minute)
    expect(await exportCsv(admin)).toMatchObject({
      status: 403,
      json: { code: 'reauthentication-required' },
    })
    expect((await admin.request(contract.getReauthentication)).json.methods).toEqual([
      'password',
      'totp',
    ])
    const again = await admin.request(contract.reauthenticate, {
      body: { password: adminPassword },
    })
    expect(again.status).toBe(200)
    expect((await exportCsv(admin)).status).toBe(200)

    app.advanceClock(16 * minute)
    expect((await exportCsv(admin)).status).toBe(403)
    const body = { code: generateCode(key) }
    expect((await admin.request(contract.reauthenticate, { body })).status).toBe(200)
    expect((await exportCsv(admin)).status).toBe(200)
  })

  it('counts wrong passwords like a login, and never logs out', async () => {
    const admin = await openWithAdmin({ limits: true })
    const reauthenticate = () =>
      admin.request(contract.reauthenticate, { body: { password: 'not my password' } })
    expect(await reauthenticate()).toMatchObject({
      status: 401,
      json: { code: 'wrong-own-password' },
    })
    for (let n = 0; n < 25 && (await reauthenticate()).status !== 429; n++);
    expect((await reauthenticate()).status).toBe(429)
    expect(await isLoggedIn(admin)).toBe(true)
  })

  it('is required before any change of the second factor', async () => {
    const { admin } = await openWithApp()
    app.advanceClock(15 * minute)
    for (const call of [
      () => admin.request(contract.turnOffTotp),
      () => admin.request(contract.regenerateRecoveryCodes),
      () => admin.request(contract.beginPasskey),
      () => admin.request(contract.beginTotp),
    ]) {
      expect((await call()).json.code).toBe('reauthentication-required')
    }
  })
})
