import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { createHmacFunction } from '../secret-key.ts'
import { createRateLimits } from './rate-limits.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const dataDir = mkdtempSync(join(tmpdir(), 'limits-'))

const hmac = createHmacFunction(Buffer.alloc(32, 8))

async function openProcess() {
  const pool =
    process.env.ENGINE === 'postgres'
      ? new Pool({ connectionString: inject('postgresUrl') })
      : undefined
  const limits = await createRateLimits({ ...(pool ? { pool } : { dataDir }), isOn: true, hmac })
  closers.push(async () => {
    await limits.close()
    await pool?.end()
  })
  return limits
}

it('tries are counted over all processes on the same data', async () => {
  const [first, second] = await Promise.all([openProcess(), openProcess()])
  const email = `${crypto.randomUUID()}@example.com`
  const address = crypto.randomUUID()
  const login = { email, address, subject: email, at: 1 }
  const tryLogin = async (
    limits: typeof first,
    place: Parameters<typeof limits.admitLogin>[0]['place'],
    outcome: 'right' | 'wrong' = 'wrong',
  ) => {
    const admitted = await limits.admitLogin({ ...login, place })
    if ('retryAfterSeconds' in admitted) return admitted.retryAfterSeconds
    await admitted.settle(outcome)
    return null
  }
  const network = { kind: 'network', value: address } as const
  for (const limits of [first, second, first, second, first, second, first, second, first]) {
    expect(await tryLogin(limits, network)).toBe(null)
  }
  expect(await tryLogin(second, network)).toBe(null)
  expect(await tryLogin(first, network)).toBe(10)
  expect(await tryLogin(first, { kind: 'device', value: 'a device' }, 'right')).toBe(null)

  for (let n = 0; n < 20; n += 1) {
    const place = { kind: 'unknown', value: `elsewhere ${n}` } as const
    expect(await tryLogin(n % 2 ? first : second, place)).toBe(null)
  }
  expect(await tryLogin(first, { kind: 'unknown', value: 'elsewhere' })).toBeGreaterThan(3_590)
})

it('every process shows the slowed networks, until one forgives them', async () => {
  const [first, second] = await Promise.all([openProcess(), openProcess()])
  const address = crypto.randomUUID()
  const place = { kind: 'network', value: address } as const
  const failLogin = async (email: string) => {
    const admitted = await first.admitLogin({ email, address, place, subject: email, at: 5 })
    if ('settle' in admitted) await admitted.settle('wrong')
  }
  for (let n = 0; n < 60; n += 1) await failLogin(`${n}@example.com`)
  await failLogin('asha@example.com')
  await failLogin('asha@example.com')
  const find = async () =>
    (await second.listSlowedNetworks()).find(({ network }) => network === address)
  expect(await find()).toMatchObject({
    failures: 61,
    waiting: [{ subject: 'asha@example.com', lastTryAt: 5, tries: 2, retryAfterSeconds: 30 }],
  })
  await second.forgiveNetwork(address)
  expect(await find()).toBeUndefined()
})

it('a class can register at once', async () => {
  const limits = await openProcess()
  const address = crypto.randomUUID()
  const all = await Promise.all(
    Array.from({ length: 60 }, () => limits.take('registration', address)),
  )
  expect(all.every((limited) => limited === null)).toBe(true)
})
