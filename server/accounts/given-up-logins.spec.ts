import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as contract from '#contract/accounts.ts'
import { sendLoginDetails } from '#contract/login-details.ts'
import { createStudent, studentPassword, type TestStudent } from '#test/factories.ts'
import { adminEmail, adminPassword, type TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { ClientGoneError } from '../client-gone-error.ts'
import { OverloadedError } from '../overloaded-error.ts'
import { createPasswords } from '../platform/passwords.ts'
import { findLogin } from './known-places.ts'
import { logIn } from './log-in.ts'

let app: TestApp
let student: TestStudent
beforeEach(async () => {
  app = await createTestApp({ limits: true })
  student = await createStudent(app)
})
afterEach(() => app.close())

/** One hash at a time, and none until the spec lets them go on. */
function holdHashes(options: { readonly maxWaitMs?: number } = {}) {
  const held = Promise.withResolvers<void>()
  const counts = { claims: 0, hashes: 0 }
  const take = async () => {
    counts.claims += 1
    await held.promise
    counts.hashes += 1
    return () => {}
  }
  const cheap = { memoryKiB: 64, passes: 1, atOnce: 1, maxWaitMs: 600_000 }
  Object.assign(app.deps.passwords, createPasswords({ ...cheap, ...options, slots: { take } }))
  return { counts, letGo: held.resolve }
}

const toTicket = (n: number) => `ticket-of-page-${n}`
const getPlace = (n: number) => app.deps.passwords.getPlace(toTicket(n))
const waitForPlace = (n: number, place: number) =>
  vi.waitFor(() => expect(getPlace(n)).toBe(place), { timeout: 30_000 })

function sendLogin(
  body: Readonly<Record<string, unknown>>,
  url: string = contract.studentLogin.path,
) {
  return app.fastify.inject({ method: 'POST', url, payload: body })
}

const countSessions = async () => {
  const { count } = await app.deps.db.read
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const origin = {
  address: '192.0.2.7',
  device: { name: 'Unknown browser', kind: 'unknown' },
  deviceId: null,
  isBrowser: false,
} as const
const getLogin = () => {
  const { email } = student
  return { email, password: studentPassword, role: 'student', origin, oldToken: undefined } as const
}

describe('300 logins of which 290 are given up', () => {
  it('hash only the other ten', async () => {
    const { counts, letGo } = holdHashes()
    await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.fastify.server.address() as AddressInfo
    const statuses: number[] = []
    const press = (n: number): ClientRequest => {
      const pressed = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: contract.studentLogin.path,
        headers: { 'content-type': 'application/json' },
        agent: false,
      })
      // It is cut on purpose.
      pressed.on('error', () => {})
      pressed.on('response', (reply) => {
        statuses.push(reply.statusCode ?? 0)
        reply.resume()
      })
      const email = `gone${n}@example.com`
      pressed.end(JSON.stringify({ email, password: 'a wrong one', ticket: toTicket(n) }))
      return pressed
    }
    press(0)
    await vi.waitFor(() => expect(counts.claims).toBe(1), { timeout: 30_000 })
    const abandoned = Array.from({ length: 290 }, (_, n) => press(n + 1))
    await vi.waitFor(() => expect(abandoned.every((_, n) => getPlace(n + 1) !== null)).toBe(true), {
      timeout: 60_000,
    })
    const stayed = Array.from({ length: 10 }, (_, n) => 1_000 + n)
    for (const n of stayed) press(n)
    await vi.waitFor(() => expect(stayed.filter((n) => getPlace(n) !== null)).toHaveLength(10), {
      timeout: 60_000,
    })
    for (const pressed of abandoned) pressed.destroy()
    await vi.waitFor(
      () =>
        expect(stayed.map(getPlace).toSorted((a, b) => Number(a) - Number(b))).toEqual(
          Array.from({ length: 10 }, (_, n) => n + 1),
        ),
      { timeout: 60_000 },
    )
    letGo()
    await vi.waitFor(() => expect(statuses.filter((status) => status === 401)).toHaveLength(11), {
      timeout: 60_000,
    })
    expect(counts.hashes).toBeLessThanOrEqual(20)
  }, 120_000)

  it('write no session for a client that left while the password was compared', async () => {
    const gone = new AbortController()
    const { matches } = app.deps.passwords
    Object.assign(app.deps.passwords, {
      matches: async (...options: Parameters<typeof matches>) => {
        const isRight = await matches(...options)
        gone.abort(new ClientGoneError())
        return isRight
      },
    })
    const before = await countSessions()
    const login = { ...getLogin(), caller: { signal: gone.signal } }
    await expect(logIn(app.deps, login)).rejects.toBeInstanceOf(ClientGoneError)
    expect(await countSessions()).toBe(before)
  })

  it('do not count attempts that were not hashed', async () => {
    const { letGo } = holdHashes()
    const blocked = app.deps.passwords.hash('something')
    for (let n = 0; n < 30; n += 1) {
      const gone = new AbortController()
      const caller = { ticket: toTicket(n), signal: gone.signal }
      const login = logIn(app.deps, { ...getLogin(), password: 'wrong', caller })
      const abandoned = expect(login).rejects.toBeInstanceOf(ClientGoneError)
      await vi.waitFor(() => expect(getPlace(n)).toBe(1), { timeout: 30_000 })
      gone.abort(new ClientGoneError())
      await abandoned
    }
    letGo()
    await blocked
    expect(await logIn(app.deps, getLogin())).toHaveProperty('tokens')
  })
})

describe('a page that presses Login again', () => {
  it.each([
    ['a student', contract.studentLogin.path],
    ['staff', contract.adminLogin.path],
  ])('logs %s in with the later password, in the place of the earlier one', async (who, path) => {
    await app.createAdmin()
    const isStaff = who === 'staff'
    const email = isStaff ? adminEmail : student.email
    const password = isStaff ? adminPassword : studentPassword
    const { letGo } = holdHashes()
    const blocked = app.deps.passwords.hash('something')
    const first = sendLogin({ email, password: 'mistyped', ticket: toTicket(1) }, path)
    await waitForPlace(1, 1)
    const other = sendLogin({ email, password, ticket: toTicket(2) }, path)
    await waitForPlace(2, 2)
    const second = sendLogin({ email, password, ticket: toTicket(1) }, path)
    expect(await first).toMatchObject({ statusCode: 409 })
    expect((await first).json()).toMatchObject({ code: 'login-replaced' })
    expect([getPlace(1), getPlace(2)]).toEqual([1, 2])
    letGo()
    await blocked
    expect([(await second).statusCode, (await other).statusCode]).toEqual([200, 200])
  })

  it('does not affect the other pages of its account, three of which may wait', async () => {
    const { letGo } = holdHashes()
    const blocked = app.deps.passwords.hash('something')
    const { email } = student
    const send = (n: number) => sendLogin({ email, password: studentPassword, ticket: toTicket(n) })
    const three: ReturnType<typeof send>[] = []
    for (let n = 1; n <= 3; n += 1) {
      three.push(send(n))
      await waitForPlace(n, n)
    }
    const fourth = await send(4)
    expect(fourth.statusCode).toBe(503)
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    letGo()
    await blocked
    expect((await Promise.all(three)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })
})

describe('a full queue', () => {
  /** Two hashes wait, and the average says that they take longer than anybody may wait. */
  function fill() {
    const { letGo } = holdHashes({ maxWaitMs: 60 })
    const caller = { priority: 'login', network: origin.address } as const
    const places = Array.from({ length: 2 }, () => app.deps.passwords.reserve(caller))
    return { letGo, places }
  }

  it('costs the database nothing', async () => {
    fill()
    const untouched = new Proxy(
      {},
      {
        get() {
          throw new Error('A statement was made')
        },
      },
    )
    const deps = { ...app.deps, db: untouched, limits: untouched } as typeof app.deps
    await expect(logIn(deps, getLogin())).rejects.toBeInstanceOf(OverloadedError)
  })

  it('lets in students with a one-time password', async () => {
    const admin = await app.createAdmin()
    const { json } = await admin.request(sendLoginDetails, {
      params: { id: student.id },
      body: { deliver: 'show' },
    })
    fill()
    await expect(logIn(app.deps, getLogin())).rejects.toBeInstanceOf(OverloadedError)
    expect(await logIn(app.deps, { ...getLogin(), password: json.password ?? '' })).toHaveProperty(
      'tokens',
    )
  })

  it('frees the place of a login that is refused by the limits, or fails', async () => {
    const { places } = fill()
    for (const place of places) place.release()
    const limits = { ...app.deps.limits, admitLogin: async () => ({ retryAfterSeconds: 9 }) }
    for (let n = 0; n < 5; n += 1)
      expect(await logIn({ ...app.deps, limits }, getLogin())).toMatchObject({
        refused: 'too-many',
      })
    const failing = { ...limits, admitLogin: () => Promise.reject(new Error('no')) }
    for (let n = 0; n < 5; n += 1)
      await expect(logIn({ ...app.deps, limits: failing }, getLogin())).rejects.toThrow('no')
  })
})

describe('the read before the hash', () => {
  it.each(['of a student', 'of nobody'])('is one statement for an account %s', async (whose) => {
    let statements = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1
        return result
      },
    }
    const db = { ...app.deps.db, read: app.deps.db.read.withPlugin(counter) }
    const email = whose === 'of nobody' ? 'nobody@example.com' : student.email
    const found = await findLogin({ ...app.deps, db }, email, origin)
    expect(found.account?.email).toBe(whose === 'of nobody' ? undefined : email)
    expect(found.place).toEqual({ kind: 'unknown', value: origin.address })
    expect(statements).toBe(1)
  })
})
