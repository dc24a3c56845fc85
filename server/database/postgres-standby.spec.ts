import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { createPostgresPair } from '#test/postgres-pair.ts'
import { openPostgres } from './postgres.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const onPostgres = it.runIf(process.env.ENGINE === 'postgres')

onPostgres('a database of two servers uses the one that takes writes', async () => {
  const pair = await createPostgresPair()
  closers.push(pair.remove)
  const hosts = `${pair.standbyHost},${pair.primaryHost}`
  const url = `postgres://postgres@${hosts}/postgres`
  const db = await openPostgres(url, pino({ enabled: false }))
  closers.push(db.close)
  const save = (key_hash: string) => {
    const row = { key_hash, body_hash: '', created_at: 1 }
    return db.write((tx) => tx.insertInto('idempotency_keys').values(row).execute())
  }
  await save('with the standby named first')

  const ask = async (statement: string) => (await db.pool.query(statement)).rows
  const settings = "SELECT current_setting('random_page_cost') AS cost, pg_is_in_recovery()"
  expect(await ask(settings)).toEqual([{ cost: '1.1', pg_is_in_recovery: false }])

  await pair.stopPrimary()
  // Each try may meet another server, and none takes writes.
  for (let tries = 0; tries < 4; tries++) await expect(save('while it is away')).rejects.toThrow()
  await pair.startPrimary()
  await expect.poll(() => save('after it').then(() => true, String)).toBe(true)
  expect(await ask(settings)).toEqual([{ cost: '1.1', pg_is_in_recovery: false }])
  expect(await ask('SELECT key_hash FROM idempotency_keys ORDER BY key_hash')).toEqual([
    { key_hash: 'after it' },
    { key_hash: 'with the standby named first' },
  ])
})
