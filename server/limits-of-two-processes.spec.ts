import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { openLimits } from './limits.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const dataDir = mkdtempSync(join(tmpdir(), 'limits-'))

async function openProcess() {
  const pool =
    process.env.ENGINE === 'postgres'
      ? new Pool({ connectionString: inject('postgresUrl') })
      : undefined
  const limits = await openLimits(pool ? { pool, isOn: true } : { dataDir, isOn: true })
  closers.push(async () => {
    await limits.close()
    await pool?.end()
  })
  return limits
}

it('counts over every process on the same data', async () => {
  const [first, second] = await Promise.all([openProcess(), openProcess()])
  const email = `${crypto.randomUUID()}@example.com`
  for (const limits of [first, second, first, second, first, second, first, second, first]) {
    await limits.countFailedLogin(email, '192.0.2.7')
  }
  expect(await second.failedLogin(email, '192.0.2.7')).toBe(null)
  await second.countFailedLogin(email, '192.0.2.7')
  expect(await first.failedLogin(email, '192.0.2.7')).toEqual({ retryAfterSeconds: 10 })
  await first.forgetFailedLogins(email, '192.0.2.7')
  expect(await second.failedLogin(email, '192.0.2.7')).toBe(null)
})

it('lets a class register at once', async () => {
  const limits = await openProcess()
  const address = crypto.randomUUID()
  const all = await Promise.all(
    Array.from({ length: 60 }, () => limits.take('registration', address)),
  )
  expect(all.every((limited) => limited === null)).toBe(true)
})
