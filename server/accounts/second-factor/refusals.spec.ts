import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { adminLogin } from '#contract/accounts.ts'
import * as contract from '#contract/second-factor.ts'
import { listStaff } from '#contract/staff.ts'
import { createPasskey } from '#test/new-passkey.ts'
import { adminPassword, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { insertPasskey } from './queries.ts'

const origin = 'https://exams.example.org'
let app: TestApp
let owner: TestClient

function openWith(options: Parameters<typeof createTestApp>[0]) {
  beforeEach(async () => {
    app = await createTestApp(options)
    owner = await app.createAdmin()
  })
  afterEach(() => app.close())
}

async function turnOnApp(client: TestClient) {
  const { json } = await client.request(contract.beginTotp)
  const getCode = () =>
    new TOTP({ secret: Secret.fromBase32(json.key) }).generate({ timestamp: app.clock.at })
  await client.request(contract.turnOnTotp, { body: { code: getCode() } })
  app.advanceClock(30_000)
  return getCode
}

/** A member of staff with an app, and their login that waits for its code. */
async function beginLogin(email: string) {
  const member = await app.createStaff('office', email)
  const getCode = await turnOnApp(member)
  const client = app.createClient()
  await client.request(adminLogin, { body: { email, password: adminPassword } })
  return { client, getCode }
}

const addPasskey = (client: TestClient, challenge = '') =>
  client.request(contract.addPasskey, {
    body: { name: 'Phone', passkey: createPasskey({ challenge, origin }) },
  })

const getCode = async (reply: Promise<{ json: { code?: string } }>) => (await reply).json.code

describe('a site whose address has no passkeys', () => {
  openWith({})

  it('refuses every call about passkeys', async () => {
    const refused = 'passkeys-not-here'
    expect(await getCode(owner.request(contract.beginPasskey))).toBe(refused)
    expect(await getCode(addPasskey(owner))).toBe(refused)
    const again = owner.request(contract.createReauthenticationPasskeyChallenge)
    expect(await getCode(again)).toBe(refused)
    const { client } = await beginLogin('office@example.com')
    expect(await getCode(client.request(contract.createLoginPasskeyChallenge))).toBe(refused)
  })

  it('has no second step without a login before it', async () => {
    const visitor = app.createClient()
    const sent = { body: { code: '123456' } }
    const refused = 'no-login-cookie'
    expect(await getCode(visitor.request(contract.logInWithSecondFactor, sent))).toBe(refused)
    expect(await getCode(visitor.request(contract.createLoginPasskeyChallenge))).toBe(refused)
  })

  it('asks for the password again once the login has waited too long', async () => {
    const { client } = await beginLogin('slow@example.com')
    app.advanceClock(60 * 60_000)
    const challenge = client.request(contract.createLoginPasskeyChallenge)
    expect(await getCode(challenge)).toBe('log-in-again')
  })

  // An account that is disabled before the second step has no login that waits.
  it('lets nobody in whose account is disabled during the second step', async () => {
    const email = 'leaver@example.com'
    const login = await beginLogin(email)
    await app.deps.db.write((tx) =>
      tx.updateTable('accounts').set({ disabled_at: 1 }).where('email', '=', email).execute(),
    )
    const sent = { body: { code: login.getCode() } }
    const second = login.client.request(contract.logInWithSecondFactor, sent)
    expect(await getCode(second)).toBe('account-disabled')
  })

  it('takes one app, and makes recovery codes only beside a second factor', async () => {
    const member = await app.createStaff('teacher')
    expect(await getCode(member.request(contract.regenerateRecoveryCodes))).toBe('no-second-factor')
    const getAppCode = await turnOnApp(member)
    expect(await getCode(member.request(contract.beginTotp))).toBe('totp-on')
    const sent = { body: { code: getAppCode() } }
    expect(await getCode(member.request(contract.turnOnTotp, sent))).toBe('totp-on')
  })
})

describe('a site with passkeys', () => {
  openWith({ publicUrl: origin, secondFactor: 'require' })

  const begin = async () => (await owner.request(contract.beginPasskey)).json.challenge

  it('adds the passkey that it asked for, and no other', async () => {
    await begin()
    expect(await getCode(addPasskey(owner, 'another challenge'))).toBe('passkey-not-taken')
    expect(await addPasskey(owner, await begin())).toMatchObject({ status: 200 })
  })

  it('keeps the last second factor that it asks for', async () => {
    await addPasskey(owner, await begin())
    const { json } = await owner.request(contract.getSecondFactor)
    const params = { id: json.passkeys[0]?._id ?? '' }
    const removed = owner.request(contract.removePasskey, { params })
    expect(await getCode(removed)).toBe('last-second-factor')
    const unknown = owner.request(contract.removePasskey, { params: { id: 'nothing' } })
    expect(await getCode(unknown)).toBe('passkey-not-found')
  })

  it('keeps 20 passkeys of an account at most, also of one that began before', async () => {
    const challenge = await begin()
    const { json: members } = await owner.request(listStaff)
    const accountId = members[0]?._id ?? ''
    await app.deps.db.write(async (tx) => {
      for (let n = 1; n <= 20; n++) await insertPasskey(tx, createRow(accountId, `key${n}`))
    })
    expect(await getCode(addPasskey(owner, challenge))).toBe('too-many-passkeys')
    expect(await getCode(owner.request(contract.beginPasskey))).toBe('too-many-passkeys')
  })
})

describe('a site without second factors', () => {
  openWith({ secondFactor: 'off' })

  it('sets none up', async () => {
    const refused = 'second-factor-off'
    expect(await getCode(addPasskey(owner))).toBe(refused)
    expect(await getCode(owner.request(contract.beginPasskey))).toBe(refused)
    expect(await getCode(owner.request(contract.beginTotp))).toBe(refused)
    const sent = { body: { code: '123456' } }
    expect(await getCode(owner.request(contract.turnOnTotp, sent))).toBe(refused)
  })
})

function createRow(accountId: string, id: string) {
  return {
    id,
    account_id: accountId,
    name: id,
    public_key: 'none',
    counter: 0,
    transports: '[]',
    created_at: app.clock.at,
    used_at: null,
  }
}
