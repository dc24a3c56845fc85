import { afterEach, expect, inject, it } from 'vitest'
import { openDatabaseGate } from '#test/database-gate.ts'
import { connectToPrimary, createPool } from './postgres-hosts.ts'
import { listHostUrls } from './postgres-url.ts'

it.each([
  ['postgres://a:b@one/academy', ['postgres://a:b@one/academy']],
  [
    'postgres://a:b@one:5432,two/academy?sslmode=verify-full',
    [
      'postgres://a:b@one:5432/academy?sslmode=verify-full',
      'postgres://a:b@two/academy?sslmode=verify-full',
    ],
  ],
  [
    'postgresql://[::1]:5432,10.0.0.2:5433/academy',
    ['postgresql://[::1]:5432/academy', 'postgresql://10.0.0.2:5433/academy'],
  ],
  ['postgres:///academy?host=/run/postgresql', ['postgres:///academy?host=/run/postgresql']],
  ['nonsense', ['nonsense']],
])('%s', (url, urls) => {
  expect(listHostUrls(url)).toEqual(urls)
})

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openGate() {
  const gate = await openDatabaseGate(inject('postgresUrl'))
  closers.push(gate.remove)
  return gate
}

function openPool(hosts: readonly string[], login?: string) {
  const { username, password, pathname } = new URL(inject('postgresUrl'))
  const url = `postgres://${login ?? `${username}:${password}`}@${hosts.join(',')}${pathname}`
  const pool = createPool(url, { max: 4, connectionTimeoutMillis: 2_000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  closers.push(() => pool.end())
  return { pool, connect: () => connectToPrimary(pool, url) }
}

const onPostgres = it.runIf(process.env.ENGINE === 'postgres')

onPostgres('goes on at the next server when one is lost, and back', async () => {
  const [one, two] = [await openGate(), await openGate()]
  one.close()
  const { pool, connect: connectPool } = openPool([one.host, two.host])
  await connectPool()
  const ask = async () => (await pool.query('SELECT 1 AS found')).rows
  expect(await ask()).toEqual([{ found: 1 }])
  two.close()
  one.open()
  await expect.poll(() => ask().catch(() => null)).toEqual([{ found: 1 }])
  two.open()
  one.close()
  await expect.poll(() => ask().catch(() => null)).toEqual([{ found: 1 }])
})

onPostgres('takes no server on which nothing can be written', async () => {
  const admin = openPool([(await openGate()).host]).pool
  const role = `reader_${crypto.randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`)
  const setReadOnly = (value: 'on' | 'off') =>
    admin.query(`ALTER ROLE ${role} SET default_transaction_read_only = ${value}`)
  await setReadOnly('on')
  const [one, two] = [await openGate(), await openGate()]
  const { connect: connectPool } = openPool([one.host, two.host], `${role}:x`)
  await expect(connectPool()).rejects.toMatchObject({ code: '25006' })
  await setReadOnly('off')
  await connectPool()
})

onPostgres('says what is wrong when none can be reached', async () => {
  const [one, two] = [await openGate(), await openGate()]
  one.close()
  two.close()
  await expect(openPool([one.host, two.host]).connect()).rejects.toThrow()
})
