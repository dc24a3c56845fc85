import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLimits } from './limits.ts'

const seconds = (count: number) => vi.advanceTimersByTime(count * 1000)
const closers: (() => Promise<void>)[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  vi.useRealTimers()
})

async function open({ dataDir = mkdtempSync(join(tmpdir(), 'limits-')), isOn = true } = {}) {
  const limits = await openLimits({ dataDir, isOn })
  closers.push(limits.close)
  const fail = async (email = 'asha@example.com', address = '192.0.2.7') => {
    const limited = await limits.failedLogin(email, address)
    if (!limited) await limits.countFailedLogin(email, address)
    return limited?.retryAfterSeconds ?? null
  }
  return { limits, fail, dataDir }
}

async function failTimes(fail: () => Promise<number | null>, count: number) {
  for (let time = 0; time < count; time += 1) expect(await fail()).toBe(null)
}

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

it('holds up neither another account at that address nor that account elsewhere', async () => {
  const { fail } = await open()
  await failTimes(fail, 10)
  expect(await fail('ravi@example.com')).toBe(null)
  expect(await fail('asha@example.com', '192.0.2.8')).toBe(null)
  expect(await fail(' Asha@Example.com')).toBe(10)
})

it('forgets them all once the right password came', async () => {
  const { limits, fail } = await open()
  await failTimes(fail, 9)
  await limits.forgetFailedLogins('asha@example.com', '192.0.2.7')
  await failTimes(fail, 10)
  expect(await fail()).toBe(10)
})

it('never counts a login that went well', async () => {
  const { limits } = await open()
  for (let time = 0; time < 100; time += 1) {
    expect(await limits.failedLogin('asha@example.com', '192.0.2.7')).toBe(null)
    await limits.forgetFailedLogins('asha@example.com', '192.0.2.7')
  }
})

it('lets ten of a hundred tries in that were sent at once', async () => {
  const { limits } = await open()
  const all = await Promise.all(
    Array.from({ length: 100 }, () => limits.failedLogin('asha@example.com', '192.0.2.7')),
  )
  expect(all.filter((limited) => limited === null)).toHaveLength(10)
})

it('stops an address after a thousand failures a day, whatever the accounts', async () => {
  const { fail } = await open()
  for (let n = 0; n < 1_000; n += 1) expect(await fail(`student${n}@example.com`)).toBe(null)
  expect(await fail('another@example.com')).toBe(24 * 60 * 60)
  expect(await fail('another@example.com', '::ffff:192.0.2.7')).toBe(24 * 60 * 60)
  expect(await fail('another@example.com', '192.0.2.8')).toBe(null)
  seconds(24 * 60 * 60)
  expect(await fail('another@example.com')).toBe(null)
})

it('takes a household’s addresses of IPv6 for one', async () => {
  const { fail } = await open()
  for (let n = 0; n < 10; n += 1) {
    expect(await fail('asha@example.com', `2001:db8:0:7::${n + 1}`)).toBe(null)
  }
  expect(await fail('asha@example.com', '2001:db8::7:1:2:3:4')).toBe(10)
  expect(await fail('asha@example.com', '2001:db8:0:8::1')).toBe(null)
})

it('remembers over a restart', async () => {
  const first = await open()
  await failTimes(first.fail, 10)
  await closers.pop()?.()
  seconds(3)
  const { fail } = await open({ dataDir: first.dataDir })
  expect(await fail()).toBe(7)
})

it('begins anew when a power cut spoilt the file', async () => {
  const first = await open()
  await closers.pop()?.()
  writeFileSync(join(first.dataDir, 'limits.db'), 'x'.repeat(8192))
  const { fail } = await open({ dataDir: first.dataDir })
  expect(await fail()).toBe(null)
})

it('counts in memory while another program holds the file, and hardly waits for it', async () => {
  const { fail, dataDir } = await open()
  const other = new Sqlite(join(dataDir, 'limits.db'))
  other.exec('BEGIN IMMEDIATE')
  const from = performance.now()
  await failTimes(fail, 5)
  // Waiting for the other program would take seconds; a busy machine takes tens of milliseconds.
  expect((performance.now() - from) / 5).toBeLessThan(300)
  other.close()
})

it('lets 300 register from one address in an hour', async () => {
  const { limits } = await open()
  for (let n = 0; n < 300; n += 1) {
    expect(await limits.take('registration', '192.0.2.7')).toBe(null)
  }
  expect(await limits.take('registration', '192.0.2.7')).toEqual({ retryAfterSeconds: 3600 })
  expect(await limits.take('registration', '192.0.2.8')).toBe(null)
})

it('stops a script that runs away, long after the hastiest student', async () => {
  const { limits } = await open()
  for (let n = 0; n < 600; n += 1) expect(await limits.take('session', 'token')).toBe(null)
  expect(await limits.take('session', 'token')).toEqual({ retryAfterSeconds: 10 })
  expect(await limits.take('session', 'another')).toBe(null)
  seconds(10)
  expect(await limits.take('session', 'token')).toBe(null)
})

it('limits nothing when it is switched off', async () => {
  const { fail, limits } = await open({ isOn: false })
  await failTimes(fail, 1_100)
  for (let n = 0; n < 700; n += 1) expect(await limits.take('session', 'token')).toBe(null)
})
