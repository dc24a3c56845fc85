import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHmacFunction } from '../secret-key.ts'
import type { LoginPlace } from './network-slowdowns.ts'
import { createRateLimits } from './rate-limits.ts'

const seconds = (count: number) => vi.advanceTimersByTime(count * 1000)
const closers: (() => Promise<void>)[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  vi.useRealTimers()
})

const hmac = createHmacFunction(Buffer.alloc(32, 8))
const classroomAddress = '192.0.2.7'

type TryOptions = { email?: string; address?: string; kind?: LoginPlace['kind']; value?: string }

async function open({ dataDir = mkdtempSync(join(tmpdir(), 'limits-')), isOn = true } = {}) {
  const limits = await createRateLimits({ dataDir, isOn, hmac })
  closers.push(limits.close)
  const admit = ({
    email = 'asha@example.com',
    address = classroomAddress,
    kind = 'network',
    value,
  }: TryOptions) =>
    limits.admitLogin({
      email,
      address,
      place: { kind, value: value ?? (kind === 'device' ? 'a device' : address) },
      subject: `id of ${email}`,
      at: 1,
    })
  /** The seconds to wait, or null when the try went on and came out so. */
  const tryLogin =
    (outcome: 'right' | 'wrong' | 'unanswered') =>
    async (options: TryOptions = {}): Promise<number | null> => {
      const admitted = await admit(options)
      if ('retryAfterSeconds' in admitted) return admitted.retryAfterSeconds
      await admitted.settle(outcome)
      return null
    }
  const [fail, succeed, abandon] = [tryLogin('wrong'), tryLogin('right'), tryLogin('unanswered')]
  return { limits, admit, fail, succeed, abandon, dataDir }
}

async function failTimes(
  fail: (options?: TryOptions) => Promise<number | null>,
  count: number,
  options: TryOptions = {},
) {
  for (let time = 0; time < count; time += 1) expect(await fail(options)).toBe(null)
}

/** Enough wrong passwords that logins of the network are slowed down. */
async function slowDown(
  fail: (options: TryOptions) => Promise<number | null>,
  address = classroomAddress,
) {
  for (let n = 0; n < 60; n += 1) await fail({ email: `guess${n}@example.com`, address })
}

describe('one place of an account', () => {
  it('lets ten logins fail, then doubles the wait from 10 s up to 15 min', async () => {
    const { fail } = await open()
    await failTimes(fail, 10)
    for (const wait of [10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      expect(await fail()).toBe(wait)
      seconds(wait - 1)
      expect(await fail()).toBe(1)
      seconds(1)
      expect(await fail()).toBe(null)
    }
  })

  it('delays neither another account there nor that account at another place', async () => {
    const { fail } = await open()
    await failTimes(fail, 10)
    expect(await fail({ email: 'ravi@example.com' })).toBe(null)
    expect(await fail({ address: '192.0.2.8' })).toBe(null)
    expect(await fail({ kind: 'device' })).toBe(null)
    expect(await fail({ kind: 'let-in' })).toBe(null)
    expect(await fail({ kind: 'unknown' })).toBe(null)
    expect(await fail({ email: ' Asha@Example.com' })).toBe(10)
  })

  it('resets its count at the right password', async () => {
    const { fail, succeed } = await open()
    await failTimes(fail, 9)
    expect(await succeed()).toBe(null)
    await failTimes(fail, 10)
    expect(await fail()).toBe(10)
  })

  it.each(['network', 'unknown', 'device', 'let-in'] as const)(
    'at a %s never counts a login that succeeded or that a busy server did not answer',
    async (kind) => {
      const { succeed, abandon } = await open()
      for (let time = 0; time < 50; time += 1) {
        expect(await succeed({ kind })).toBe(null)
        expect(await abandon({ kind })).toBe(null)
      }
    },
  )

  it('admits ten of a hundred parallel tries', async () => {
    const { admit } = await open()
    const all = await Promise.all(Array.from({ length: 100 }, () => admit({})))
    const admitted = all.flatMap((one) => ('settle' in one ? [one] : []))
    expect(admitted).toHaveLength(10)
    await Promise.all(admitted.map((one) => one.settle('unanswered')))
    expect(await admit({})).toHaveProperty('settle')
  })

  it('counts the IPv6 addresses of a household as one', async () => {
    const { fail } = await open()
    for (let n = 0; n < 10; n += 1) {
      const address = `2001:db8:0:7::${n + 1}`
      expect(await fail({ address, value: '2001:db8:0:7' })).toBe(null)
    }
    expect(await fail({ address: '2001:db8::7:1:2:3:4', value: '2001:db8:0:7' })).toBe(10)
  })
})

describe('unknown places', () => {
  const unknownPlace = (n: number) => ({ kind: 'unknown', address: `198.51.100.${n}` }) as const

  it('share 20 tries, and have them again after an hour without one', async () => {
    const { fail } = await open()
    for (let n = 0; n < 20; n += 1) {
      expect(await fail(unknownPlace(n))).toBe(null)
      seconds(60)
    }
    expect(await fail(unknownPlace(20))).toBe(60 * 60 - 60)
    seconds(60 * 60 - 61)
    expect(await fail(unknownPlace(21))).toBe(1)
    seconds(1)
    expect(await fail(unknownPlace(22))).toBe(null)
  })

  it('never have more than 20 within any hour', async () => {
    const { fail } = await open()
    const reached: number[] = []
    for (let minute = 0; minute < 600; minute += 7) {
      if ((await fail(unknownPlace(minute % 200))) === null) reached.push(minute)
      seconds(7 * 60)
    }
    for (const from of reached) {
      expect(reached.filter((at) => at >= from && at < from + 60).length).toBeLessThanOrEqual(20)
    }
  })

  it('use no tries of known places, and get none from them', async () => {
    const { fail, succeed } = await open()
    for (let n = 0; n < 30; n += 1) await fail(unknownPlace(n))
    expect(await succeed({ kind: 'device' })).toBe(null)
    expect(await succeed({ kind: 'network' })).toBe(null)
    expect(await fail(unknownPlace(31))).toBeGreaterThan(0)
  })

  it('count no try with the right password', async () => {
    const { fail, succeed } = await open()
    for (let n = 0; n < 19; n += 1) await fail(unknownPlace(n))
    for (let n = 0; n < 5; n += 1) expect(await succeed(unknownPlace(100 + n))).toBe(null)
    expect(await fail(unknownPlace(19))).toBe(null)
    expect(await fail(unknownPlace(20))).toBeGreaterThan(0)
  })
})

describe('a network with too many wrong passwords', () => {
  it('is slowed down: each account that it knows may try every 30 s', async () => {
    const { fail, succeed } = await open()
    await slowDown(fail)
    expect(await fail()).toBe(null)
    expect(await succeed()).toBe(30)
    seconds(30)
    expect(await succeed()).toBe(null)
    expect(await succeed({ email: 'ravi@example.com' })).toBe(null)
    expect(await succeed({ address: '192.0.2.8' })).toBe(null)
  })

  it('admits five tries of unknown accounts in 10 s', async () => {
    const { fail, succeed } = await open()
    await slowDown(fail)
    const unknownLogin = (n: number) => ({ email: `new${n}@example.com`, kind: 'unknown' }) as const
    for (let n = 0; n < 5; n += 1) expect(await succeed(unknownLogin(n))).toBe(null)
    expect(await succeed(unknownLogin(5))).toBe(10)
    expect(await succeed()).toBe(null)
    seconds(10)
    expect(await succeed(unknownLogin(5))).toBe(null)
  })

  it.each(['device', 'let-in'] as const)(
    'is not slowed down by typing errors of a %s',
    async (kind) => {
      const { fail } = await open()
      for (let n = 0; n < 60; n += 1) await fail({ email: `student${n}@example.com`, kind })
      expect([await fail(), await fail()]).toEqual([null, null])
      await slowDown(fail)
      expect([await fail(), await fail()]).toEqual([null, 30])
    },
  )

  it.each(['device', 'let-in'] as const)('does not slow down a %s', async (kind) => {
    const { fail, succeed } = await open()
    await slowDown(fail)
    for (let n = 0; n < 5; n += 1) expect(await succeed({ kind })).toBe(null)
  })

  it('is never locked out for the day, however many there were', async () => {
    const { fail, succeed } = await open()
    for (let n = 0; n < 1_010; n += 1) {
      seconds(10)
      expect(await fail({ email: `guess${n}@example.com`, kind: 'unknown' })).toBe(null)
    }
    expect(await succeed({ kind: 'device' })).toBe(null)
    expect(await succeed()).toBe(null)
    seconds(10)
    expect(await succeed({ email: 'new@example.com', kind: 'unknown' })).toBe(null)
  })

  it('is no longer slowed down after ten minutes', async () => {
    const { fail, succeed } = await open()
    await slowDown(fail)
    seconds(10 * 60)
    for (let n = 0; n < 10; n += 1) expect(await succeed()).toBe(null)
  })

  it('is a whole /64 in IPv6', async () => {
    const { limits, fail } = await open()
    for (let n = 0; n < 60; n += 1) {
      const address = `2001:db8:0:7::${n.toString(16)}`
      await fail({ email: `guess${n}@example.com`, address, value: '2001:db8:0:7' })
    }
    expect(await limits.listSlowedNetworks()).toMatchObject([
      { network: '2001:db8:0:7', failures: 60 },
    ])
  })

  it('is listed with the accounts that wait, for how long and after how many tries', async () => {
    const { limits, fail, succeed } = await open()
    expect(await limits.listSlowedNetworks()).toEqual([])
    seconds(1)
    await slowDown(fail)
    seconds(120)
    await fail()
    await fail()
    expect(await limits.listSlowedNetworks()).toEqual([
      {
        network: classroomAddress,
        failures: 61,
        seconds: 120,
        waiting: [
          { subject: 'id of asha@example.com', lastTryAt: 1, tries: 2, retryAfterSeconds: 30 },
        ],
      },
    ])
    seconds(30)
    expect(await limits.listSlowedNetworks()).toMatchObject([{ waiting: [] }])
    await fail()
    await fail()
    expect(await limits.listSlowedNetworks()).toMatchObject([{ waiting: [{ tries: 4 }] }])
    seconds(30)
    await succeed()
    await fail()
    expect(await limits.listSlowedNetworks()).toMatchObject([{ waiting: [{ tries: 1 }] }])
  })

  it('is no longer slowed down when an admin forgives it', async () => {
    const { limits, fail, succeed } = await open()
    await slowDown(fail)
    await fail()
    await fail()
    await limits.forgiveNetwork(classroomAddress)
    expect(await limits.listSlowedNetworks()).toEqual([])
    expect(await succeed({ email: 'new@example.com', kind: 'unknown' })).toBe(null)
  })
})

it('the limits are kept over a restart', async () => {
  const first = await open()
  await failTimes(first.fail, 10)
  await slowDown(first.fail, '192.0.2.9')
  await first.fail({ address: '192.0.2.9' })
  await first.fail({ address: '192.0.2.9' })
  const [slowed] = await first.limits.listSlowedNetworks()
  await closers.pop()?.()
  seconds(3)
  const { limits, fail } = await open({ dataDir: first.dataDir })
  expect(await fail()).toBe(7)
  const [again] = await limits.listSlowedNetworks()
  expect(again).toMatchObject({ failures: slowed?.failures, waiting: [{ retryAfterSeconds: 27 }] })
})

it('the limits start empty if a power cut damaged the file', async () => {
  const first = await open()
  await closers.pop()?.()
  writeFileSync(join(first.dataDir, 'limits.db'), 'x'.repeat(8192))
  const { fail } = await open({ dataDir: first.dataDir })
  expect(await fail()).toBe(null)
})

it('the limits are counted in memory while another program locks the file', async () => {
  const { fail, dataDir } = await open()
  const other = new Sqlite(join(dataDir, 'limits.db'))
  other.exec('BEGIN IMMEDIATE')
  const from = performance.now()
  await failTimes(fail, 5)
  // Waiting for the other program would take seconds; a busy machine takes tens of milliseconds.
  expect((performance.now() - from) / 5).toBeLessThan(300)
  other.close()
})

it('300 students can register from one address in an hour', async () => {
  const { limits } = await open()
  for (let n = 0; n < 300; n += 1) {
    expect(await limits.take('registration', '192.0.2.7')).toBe(null)
  }
  expect(await limits.take('registration', '192.0.2.7')).toEqual({ retryAfterSeconds: 3600 })
  expect(await limits.take('registration', '192.0.2.8')).toBe(null)
})

it('a runaway script is stopped at a rate that no student reaches', async () => {
  const { limits } = await open()
  for (let n = 0; n < 600; n += 1) expect(await limits.take('session', 'token')).toBe(null)
  expect(await limits.take('session', 'token')).toEqual({ retryAfterSeconds: 10 })
  expect(await limits.take('session', 'another')).toBe(null)
  seconds(10)
  expect(await limits.take('session', 'token')).toBe(null)
})

it('nothing is limited when limits are switched off', async () => {
  const { fail, limits } = await open({ isOn: false })
  await failTimes(fail, 1_100, { kind: 'unknown' })
  for (let n = 0; n < 700; n += 1) expect(await limits.take('session', 'token')).toBe(null)
})

it('no account or address is stored readably, unless it is slowed down', async () => {
  const { limits, fail, dataDir } = await open()
  await fail({ email: 'asha@example.com' })
  await limits.take('forgotten', 'asha@example.com')
  await limits.take('registration', classroomAddress)
  const file = new Sqlite(join(dataDir, 'limits.db'))
  const keys = file.prepare('SELECT key FROM limits').pluck().all().join()
  const networks = file.prepare('SELECT count(*) FROM slowed_networks').pluck().get()
  file.close()
  const plain = [
    'asha@example.com',
    classroomAddress,
    `network ${classroomAddress} asha@example.com`,
  ]
  for (const text of plain) {
    expect(keys).not.toContain(text)
    expect(keys).not.toContain(createHash('sha256').update(text).digest('base64url'))
  }
  expect(networks).toBe(0)
})
