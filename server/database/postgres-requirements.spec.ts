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

/** A connection to it for what another program does there. */
async function connectTo(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  cleanups.push(() => client.end())
  return client
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

const ofOthers = {
  Laravel: 'CREATE TABLE migrations (id serial PRIMARY KEY, migration text, batch int)',
  TypeORM: `CREATE TABLE migrations (id serial PRIMARY KEY, "timestamp" bigint, name text);
    INSERT INTO migrations ("timestamp", name) VALUES (1654, 'CreateUsers1654')`,
  'a list of names': `CREATE TABLE migrations (name text); INSERT INTO migrations VALUES ('init')`,
}

onPostgres.for(Object.entries(ofOthers))(
  'the migrations of %s are told as those of another program',
  async ([, script]) => {
    const { url } = await createDatabase()
    const other = await connectTo(url)
    await other.query(script)
    const list = async () => (await other.query('SELECT * FROM pg_tables ORDER BY 1, 2')).rows
    const before = await list()
    await expect(open(url)).rejects.toThrow(
      /holds a table of another program in its schema public: migrations\. Nothing was changed\. .*CREATE SCHEMA academy; ALTER ROLE/,
    )
    expect(await list()).toEqual(before)
  },
)

onPostgres(
  'tables of another program that are named like ours are told, and no others',
  async () => {
    const { url } = await createDatabase()
    const other = await connectTo(url)
    await other.query(
      'CREATE TABLE sessions (id int); CREATE VIEW exams AS SELECT 1; CREATE TABLE orders ()',
    )
    await expect(open(url)).rejects.toThrow(
      /holds tables .* in its schema public: exams, sessions\./,
    )
    expect((await other.query("SELECT to_regclass('migrations') AS made")).rows).toEqual([
      { made: null },
    ])
    await other.query('DROP TABLE sessions; DROP VIEW exams')
    expect((await open(url)).isNew).toBe(true)
    expect((await open(url)).isNew).toBe(false)
  },
)

onPostgres('a database that cannot be reached or written to is told in words of ours', async () => {
  const { admin, name, url } = await createDatabase()
  const change = (edit: (address: URL) => void) => {
    const address = new URL(url)
    edit(address)
    return address.href
  }
  const { host } = new URL(url)
  const [noRole, noDatabase, noTls, noPort] = [
    change((address) => (address.username = 'nobody')),
    change((address) => (address.pathname = '/missing')),
    change((address) => (address.search = '?sslmode=require')),
    change((address) => (address.port = '1')),
  ]
  await expect(open(noRole)).rejects.toThrow(`PostgreSQL on ${host} knows no role nobody.`)
  await expect(open(noDatabase)).rejects.toThrow(`PostgreSQL on ${host} has no database missing.`)
  await expect(open(noTls)).rejects.toThrow(`PostgreSQL on ${host} has no TLS.`)
  await expect(open(noPort)).rejects.toThrow(
    'No PostgreSQL answers on 127.0.0.1:1 (ECONNREFUSED). Is it running, and does it listen there?',
  )
  await admin.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`)
  await expect(open(url)).rejects.toThrow(
    /^Nothing can be written to the database: it is a standby/,
  )
})
