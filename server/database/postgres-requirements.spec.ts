import { Client } from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { silentLog } from '#test/test-databases.ts'
import { openPostgres } from './postgres.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

const onPostgres = it.runIf(process.env.ENGINE === 'postgres')

async function connect() {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  cleanups.push(() => client.end())
  return client
}

/** A database, and with `{ role: true }` a role that may only connect to it, both of the same name. */
async function createDatabase({ encoding = 'UTF8', role = false } = {}) {
  const admin = await connect()
  const name = `Kolhapur ${crypto.randomUUID()}`
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  if (role) {
    await admin.query(`CREATE ROLE "${name}" LOGIN PASSWORD 'x'`)
    cleanups.push(() => admin.query(`DROP ROLE "${name}"`))
    url.username = name
  }
  await admin.query(
    `CREATE DATABASE "${name}" ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
  )
  cleanups.push(() => admin.query(`DROP DATABASE "${name}"`))
  return { admin, name, url: url.href }
}

async function open(url: string) {
  const db = await openPostgres(url, silentLog)
  cleanups.push(db.close)
  return db
}

onPostgres('a database that cannot hold every name is refused', async () => {
  const { url } = await createDatabase({ encoding: 'LATIN1' })
  await expect(open(url)).rejects.toThrow(/^The database keeps text as LATIN1, .* ENCODING 'UTF8'/)
})

onPostgres('a role that may not create tables is told the statement that helps', async () => {
  const { admin, name, url } = await createDatabase({ role: true })
  const error = await open(url).catch((error: Error) => error)
  const remedy = `ALTER DATABASE "${name}" OWNER TO "${name}"`
  expect(error).toMatchObject({
    message: `The role ${name} may not create tables in the database ${name}. As PostgreSQL's superuser: ${remedy};`,
  })
  await admin.query(remedy)
  const { close, isNew } = await openPostgres(url, silentLog)
  await close()
  expect([isNew, (await open(url)).isNew]).toEqual([true, false])
})
