import { afterEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/accounts.ts'
import { startQuiz } from '#contract/attempts.ts'
import { sendLoginDetails } from '#contract/login-details.ts'
import {
  createReleasedExam,
  createStudent,
  studentPassword,
  type TestStudent,
} from '#test/factories.ts'
import { isLongRun } from '#test/long-run.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { Deps } from '../deps.ts'
import type { HashPlaceOptions } from '../platform/hash-queue/hash-queue.ts'
import { sweepKnownPlaces } from './known-places.ts'

const day = 24 * 60 * 60 * 1000
const lab = '192.0.2.7'
let app: TestApp
afterEach(() => app.close())

/** A login from an address; the cookies are those the browser sends. */
async function logIn(
  {
    email,
    password = studentPassword,
    address = lab,
  }: {
    email: string
    password?: string
    address?: string
  },
  cookies: Record<string, string> = {},
) {
  const reply = await app.fastify.inject({
    method: 'POST',
    url: contract.studentLogin.path,
    remoteAddress: address,
    payload: { email, password },
    headers: {
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    },
  })
  const set = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))
  return {
    status: reply.statusCode,
    cookies: set,
    wait: reply.headers['retry-after'],
    text: reply.body,
  }
}

const deviceOf = ({ device = '' }: Record<string, string>) => ({ device })

/** Counts the slow hashes that are really made. */
function countHashes() {
  const { passwords } = app.deps
  const { matches } = passwords
  const jobs: Pick<HashPlaceOptions, 'priority' | 'network'>[] = []
  const countingMatches: Deps['passwords']['matches'] = (password, hash, job) => {
    const { network } = 'reservation' in job ? job.reservation.caller : job
    jobs.push({ priority: job.priority, network })
    return matches(password, hash, job)
  }
  Object.assign(passwords, { matches: countingMatches })
  return jobs
}

/** A student who has logged in from their lab, on a device of theirs. */
async function openWithOwner() {
  app = await createTestApp({ limits: true })
  const owner = await createStudent(app)
  const loginReply = await logIn({ email: owner.email })
  return { owner, email: owner.email, device: deviceOf(loginReply.cookies) }
}

describe('guessing at one account', () => {
  const [guesses, addresses] = isLongRun ? [10_000, 1_000] : [600, 120]

  it(`from ${addresses} addresses reaches the hash 20 times in ${guesses}, and the owner gets in`, async () => {
    const { email, device } = await openWithOwner()
    const hashes = countHashes()
    for (let n = 0; n < guesses; n += 50) {
      const indexes = Array.from({ length: 50 }, (_, i) => (n + i) % addresses)
      const replies = await Promise.all(
        indexes.map((k) =>
          logIn({ email, password: `guess ${n} ${k}`, address: `10.0.${k >> 8}.${k & 255}` }),
        ),
      )
      for (const { status } of replies) expect([401, 429]).toContain(status)
    }
    expect(hashes).toHaveLength(20)
    expect((await logIn({ email, address: '203.0.113.9' })).status).toBe(429)
    expect((await logIn({ email, address: '203.0.113.9' }, device)).status).toBe(200)
    expect((await logIn({ email })).status).toBe(200)
  }, 300_000)

  it('never blocks a login with a one-time password', async () => {
    const { owner, email } = await openWithOwner()
    const admin = await app.createAdmin()
    const { json } = await admin.request(sendLoginDetails, {
      params: { id: owner.id },
      body: { deliver: 'show' },
    })
    for (let n = 0; n < 25; n += 1) {
      await logIn({ email, password: 'wrong', address: `10.0.0.${n}` })
    }
    const away = { email, address: '203.0.113.9' }
    expect((await logIn(away)).status).toBe(429)
    expect((await logIn({ ...away, password: json.password ?? '' })).status).toBe(200)
  })

  it('looks the same for an account that does not exist', async () => {
    const { email } = await openWithOwner()
    const unknown = 'nobody@example.com'
    for (let n = 0; n < 30; n += 1) {
      const guess = { password: 'wrong password', address: `10.0.0.${n % 3}` }
      const [one, other] = [
        await logIn({ email, ...guess }),
        await logIn({ email: unknown, ...guess }),
      ]
      expect({ ...other, wait: undefined }).toEqual({ ...one, wait: undefined })
      expect(Math.abs(Number(one.wait ?? 0) - Number(other.wait ?? 0))).toBeLessThanOrEqual(1)
    }
  })
})

describe('a neighbour in the lab', () => {
  it('who fails eleven times delays nobody else, and the owner’s device not at all', async () => {
    const { email, device } = await openWithOwner()
    const other = await createStudent(app, 'Rohan Rao')
    for (let n = 0; n < 11; n += 1) await logIn({ email, password: 'wrong' })
    expect((await logIn({ email })).status).toBe(429)
    expect((await logIn({ email }, device)).status).toBe(200)
    expect((await logIn({ email: other.email })).status).toBe(200)
  })

  it('who fails 1,010 times slows the lab down, but does not shut it out', async () => {
    const { email, device } = await openWithOwner()
    const place = { kind: 'unknown', value: lab } as const
    for (let n = 0; n < 1_010; n += 1) {
      const guess = { email: `${n}@example.com`, address: lab, place, subject: '?', at: 1 }
      const admitted = await app.deps.limits.admitLogin(guess)
      if ('settle' in admitted) await admitted.settle('wrong')
      else expect(admitted.retryAfterSeconds).toBeLessThanOrEqual(30)
    }
    expect((await logIn({ email }, device)).status).toBe(200)
    expect((await logIn({ email })).status).toBe(200)
    const again = await logIn({ email, password: 'wrong' })
    expect(again.status).toBe(429)
    expect(Number(again.wait)).toBeLessThanOrEqual(30)
  })
})

describe('a place', () => {
  const exhaustUnknown = async (email: string) => {
    for (let n = 0; n < 20; n += 1) {
      await logIn({ email, password: 'wrong', address: `10.0.0.${n}` })
    }
  }

  it('is known only to the account that logged in there', async () => {
    const { device } = await openWithOwner()
    const other = await createStudent(app, 'Rohan Rao')
    await exhaustUnknown(other.email)
    expect((await logIn({ email: other.email }, device)).status).toBe(429)
  })

  it('is not known by a wrong password, nor by a forged cookie', async () => {
    const { email, device } = await openWithOwner()
    await exhaustUnknown(email)
    const away = { email, address: '203.0.113.9' }
    const forged = { device: `${device.device.slice(1)}x` }
    expect((await logIn(away, forged)).status).toBe(429)
    expect((await logIn({ ...away, password: 'wrong' }, device)).status).toBe(401)
    expect((await logIn(away)).status).toBe(429)
  })

  it('is kept for 90 days after the last login there', async () => {
    const { owner, email, device } = await openWithOwner()
    const listPlaces = () =>
      app.deps.db.read
        .selectFrom('known_places')
        .select(['kind', 'digest'])
        .where('account_id', '=', owner.id)
        .execute()
    const before = await listPlaces()
    expect(before.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['device', 'network']))
    expect(JSON.stringify(before)).not.toMatch(lab)

    app.advanceClock(90 * day)
    await exhaustUnknown(email)
    await sweepKnownPlaces(app.deps)
    expect((await logIn({ email }, device)).status).toBe(200)
    app.advanceClock(1)
    await sweepKnownPlaces(app.deps)
    expect((await listPlaces()).length).toBe(2)
    app.advanceClock(90 * day)
    await sweepKnownPlaces(app.deps)
    expect(await listPlaces()).toEqual([])
    expect((await logIn({ email }, device)).status).toBe(429)
  })

  it('is erased with its account', async () => {
    const { owner } = await openWithOwner()
    await app.deps.db.write((tx) => tx.deleteFrom('accounts').where('id', '=', owner.id).execute())
    const remaining = await app.deps.db.read
      .selectFrom('known_places')
      .selectAll()
      .where('account_id', '=', owner.id)
      .execute()
    expect(remaining).toEqual([])
  })
})

describe('a login answered with 503', () => {
  it('does not count', async () => {
    const { email } = await openWithOwner()
    const { matches } = app.deps.passwords
    const busy = () => Promise.reject(Object.assign(new Error('busy'), { statusCode: 503 }))
    Object.assign(app.deps.passwords, { matches: busy })
    for (const address of [lab, '203.0.113.9']) {
      for (let n = 0; n < 30; n += 1) {
        expect((await logIn({ email, password: 'wrong', address })).status).toBe(503)
      }
    }
    Object.assign(app.deps.passwords, { matches })
    for (const address of [lab, '203.0.113.9']) {
      for (let n = 0; n < 10; n += 1) {
        expect((await logIn({ email, password: 'wrong', address })).status).toBe(401)
      }
    }
  })
})

it('guesses from other networks wait behind everyone, even for accounts with a running attempt', async () => {
  const { owner, email, device } = await openWithOwner()
  const exam = await createReleasedExam(await app.createAdmin())
  await owner.request(startQuiz, { params: { testId: exam._id } })
  app.advanceClock(5_000)
  const elsewhere = '203.0.113.9'
  for (let n = 0; n < 10; n += 1) {
    await logIn({ email: `${n}@example.com`, password: 'wrong', address: elsewhere })
  }
  const jobs = countHashes()
  await logIn({ email, password: 'wrong', address: elsewhere })
  await logIn({ email, address: elsewhere }, device)
  await logIn({ email })
  expect(jobs).toEqual([
    { priority: 'suspect', network: elsewhere },
    { priority: 'ahead', network: elsewhere },
    { priority: 'ahead', network: lab },
  ])
})

it('logins from a network with a running attempt go first', async () => {
  app = await createTestApp()
  const student: TestStudent = await createStudent(app)
  const exam = await createReleasedExam(await app.createAdmin())
  const jobs = countHashes()
  await logIn({ email: student.email })
  await student.request(startQuiz, { params: { testId: exam._id } })
  app.advanceClock(5_000)
  await logIn({ email: student.email })
  app.advanceClock(2 * 60 * 60 * 1000)
  await logIn({ email: student.email, address: '2001:db8::7' })
  expect(jobs).toEqual([
    { priority: 'login', network: lab },
    { priority: 'ahead', network: lab },
    { priority: 'login', network: '2001:db8:0:0' },
  ])
})
