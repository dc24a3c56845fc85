import { afterEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/accounts.ts'
import { sendLoginDetails } from '#contract/login-details.ts'
import { createStudent, studentPassword } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { Deps } from '../deps.ts'
import { matchOneTimePassword, matchPassword } from './one-time-password.ts'
import { findAccountByEmail } from './queries.ts'
import { processPasswordRequests } from './request-one-time-password.ts'

let app: TestApp
afterEach(() => app.close())

async function openWithOneTime() {
  app = await createTestApp()
  const { id, email } = await createStudent(app)
  const admin = await app.createAdmin()
  const { json } = await admin.request(sendLoginDetails, {
    params: { id },
    body: { deliver: 'show' },
  })
  return { id, email, password: json.password ?? '' }
}

/** How many slow hashes a match costs. */
async function countHashes(email: string, password: string, at = app.deps.now()) {
  let hashes = 0
  const passwords: Deps['passwords'] = {
    ...app.deps.passwords,
    matches: (...args) => {
      hashes += 1
      return app.deps.passwords.matches(...args)
    },
  }
  const account = await findAccountByEmail(app.deps.db.read, email)
  const match =
    matchOneTimePassword(app.deps, account, password, at) ??
    (await matchPassword({ passwords }, account, password, { at, job: { priority: 'login' } }))
  return { hashes, kind: match?.kind ?? null }
}

describe('a one-time password', () => {
  it('is stored as a digest keyed with the server’s secret', async () => {
    const { id } = await openWithOneTime()
    const row = await app.deps.db.read
      .selectFrom('accounts')
      .select('one_time_hash')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.one_time_hash).toMatch(/^hmac-sha256:[\w-]{43}$/)
  })

  it('opens a session with any case and separators', async () => {
    const { email, password } = await openWithOneTime()
    for (const typed of [
      password.toUpperCase(),
      password.replaceAll('-', ' '),
      password.replaceAll('-', ''),
      `“${password.replaceAll('-', '.')}”`,
      `Password: ${password}`,
    ]) {
      const body = { email, password: typed }
      expect((await app.createClient().request(contract.studentLogin, { body })).status).toBe(200)
    }
  })

  it('is compared like this, but never a chosen password', async () => {
    const { email } = await openWithOneTime()
    const passwords = [`Password: ${studentPassword}`, studentPassword.replaceAll(' ', '-')]
    for (const password of passwords) {
      const body = { email, password }
      expect((await app.createClient().request(contract.studentLogin, { body })).status).toBe(401)
    }
  })

  it('costs no slow hash, and any failure costs exactly one', async () => {
    const { email, password } = await openWithOneTime()
    for (const right of [password, `Password: ${password}.`])
      expect(await countHashes(email, right)).toEqual({ hashes: 0, kind: 'one-time' })
    expect(await countHashes(email, studentPassword)).toEqual({ hashes: 1, kind: 'password' })
    for (const wrong of [
      'wrong password',
      'aaaa-bbbb-cccc',
      'aaaabbbbcccc',
      'Password: aaaa.bbbb.cccc',
    ]) {
      expect(await countHashes(email, wrong)).toEqual({ hashes: 1, kind: null })
      expect(await countHashes('nobody@example.com', wrong)).toEqual({ hashes: 1, kind: null })
    }
    const late = app.deps.now() + 73 * 3_600_000
    expect(await countHashes(email, password, late)).toEqual({ hashes: 1, kind: null })
  })

  it('of an older version is compared in the old way until it expires', async () => {
    const { id, email } = await openWithOneTime()
    const hash = await app.deps.passwords.hash('abcd-efgh-jkmn')
    await app.deps.db.write((tx) =>
      tx.updateTable('accounts').set({ one_time_hash: hash }).where('id', '=', id).execute(),
    )
    expect(await countHashes(email, 'abcd-efgh-jkmn')).toEqual({ hashes: 1, kind: 'one-time' })
    expect(await countHashes(email, 'abcd-efgh-jkmp')).toEqual({ hashes: 1, kind: null })
    expect(await countHashes(email, studentPassword)).toEqual({ hashes: 1, kind: 'password' })
  })
})

describe('a request for a one-time password', () => {
  const requestPassword = (email: string) =>
    app.createClient().request(contract.forgotPassword, { body: { email } })
  const requests = () => app.deps.db.read.selectFrom('password_requests').selectAll().execute()

  it('gets a reply after one write, before the account is looked up', async () => {
    app = await createTestApp()
    const { email } = await createStudent(app)
    const { db } = app.deps
    const { write } = db
    for (const address of [email, 'nobody@example.com']) {
      let writes = 0
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      Object.assign(db, {
        write: async (job: Parameters<typeof write>[0]) => {
          writes += 1
          if (writes > 1) await released
          return write(job)
        },
      })
      expect((await requestPassword(address)).status).toBe(200)
      expect(await requests()).toMatchObject([{ email: address }])
      release()
      await expect.poll(requests).toEqual([])
    }
  })

  it('never hashes, so that a flood cannot hold up a login', async () => {
    app = await createTestApp({ limits: true })
    const { email } = await createStudent(app)
    const slow = () => expect.unreachable('a slow hash was made')
    Object.assign(app.deps.passwords, { hash: slow, matches: slow })
    expect((await requestPassword(email)).status).toBe(200)
    await expect.poll(requests).toEqual([])
    const account = await findAccountByEmail(app.deps.db.read, email)
    expect(account?.oneTime).not.toBe(null)
  })

  it('is limited by network before the account is looked up', async () => {
    app = await createTestApp({ limits: true })
    const replies = []
    for (let n = 0; n < 121; n += 1)
      replies.push((await requestPassword(`somebody${n}@example.com`)).status)
    expect(replies.slice(0, 120).every((status) => status === 200)).toBe(true)
    expect(replies[120]).toBe(429)
    await expect.poll(requests).toEqual([])
  })

  it('is not counted without a reply', async () => {
    app = await createTestApp({ limits: true })
    const { email } = await createStudent(app)
    const { db } = app.deps
    const { write } = db
    const failBusy = () => Promise.reject(Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' }))
    Object.assign(db, { write: failBusy })
    for (let n = 0; n < 8; n += 1) expect((await requestPassword(email)).status).toBe(503)
    Object.assign(db, { write })
    for (let n = 0; n < 5; n += 1) expect((await requestPassword(email)).status).toBe(200)
    expect((await requestPassword(email)).status).toBe(429)
    await expect.poll(requests).toEqual([])
  })

  it('is completed after a restart when the process ended too early', async () => {
    app = await createTestApp()
    const { email } = await createStudent(app)
    const request = { id: 'left', email, address: '192.0.2.7', at: app.deps.now() }
    await app.deps.db.write((tx) => tx.insertInto('password_requests').values(request).execute())
    await processPasswordRequests(app.deps)
    await processPasswordRequests(app.deps)
    const emails = await app.deps.db.read.selectFrom('mails').select('kind').execute()
    expect(emails).toEqual([{ kind: 'forgotten-password' }])
    expect(await requests()).toEqual([])
  })
})
