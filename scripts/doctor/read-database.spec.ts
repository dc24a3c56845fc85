import { sql } from 'kysely'
import { afterEach, expect, inject, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { createSchema } from '#test/test-databases.ts'
import { readDatabase } from './read-database.ts'

const isPostgres = process.env.ENGINE === 'postgres'
const hour = 60 * 60_000

let app: Awaited<ReturnType<typeof createTestApp>>
afterEach(() => app.close())

async function read() {
  const { dataDir, schema, clock } = app
  const DATABASE_URL = isPostgres ? await createSchema(inject('postgresUrl'), schema) : undefined
  return readDatabase(readConfig({ DATA_DIR: dataDir, DATABASE_URL }), clock.at)
}

it('reads staff, emails and the engine of an institute that is in use', async () => {
  app = await createTestApp()
  const { deps, clock } = app
  await app.createAdmin()
  app.advanceClock(1)
  await app.createStaff('teacher')
  const email = (id: string) => ({
    // Leased, so that the app's own sender leaves them alone.
    kind: 'test' as const,
    leased_until: clock.at + 9 * hour,
    to_name: 'Asha',
    to_address: 'asha@example.com',
    subject: 'Hello',
    id,
    text_body: 'Hello',
    html_body: 'Hello',
    search_key: 'asha',
    tries: 0,
    state: 'queued' as const,
    next_try_at: clock.at,
    created_at: clock.at,
  })
  await deps.db.write((tx) =>
    tx
      .insertInto('mails')
      .values([
        { ...email('due'), next_try_at: clock.at - 2 * hour, created_at: clock.at - 9 * hour },
        { ...email('later'), next_try_at: clock.at + hour },
        { ...email('tried'), next_try_at: clock.at + hour, tries: 3, created_at: clock.at - hour },
        { ...email('failed'), state: 'failed' },
        { ...email('failed long ago'), state: 'failed', created_at: clock.at - 9 * 24 * hour },
      ])
      .execute(),
  )
  const facts = await read()
  expect(facts).toMatchObject({
    migrations: { pending: [], unknown: [] },
    damage: [],
    institute: {
      staff: [
        { isOwner: true, hasPassword: true, hasSecondFactor: false, isDisabled: false },
        { isOwner: false, hasPassword: true, oneTimeExpiresAt: null },
      ],
      dueEmails: { count: 2, oldestDueAt: clock.at - 2 * hour },
      failedEmails: 1,
      clock: { isHeld: false, lastShift: null },
    },
  })
  if (facts.engine.name === 'sqlite') return expect(facts.engine.hasWriteAheadLog).toBe(true)
  // The PostgreSQL of the specs is fast and forgetful.
  expect(facts.engine).toMatchObject({
    fsync: 'off',
    fullPageWrites: 'off',
    isStandby: false,
    encoding: 'UTF8',
    isolation: 'read committed',
    isPooledByTransaction: false,
  })
  expect(facts.engine).toMatchObject({ synchronousCommit: 'off', isSuperuser: true })
  expect(facts.engine.bufferMb).toBeGreaterThan(0)
  expect(facts.engine.databaseMb).toBeGreaterThan(5)
  expect(Math.abs(facts.engine.clockAheadMs)).toBeLessThan(2_000)
})

it('names the migrations of a newer version, and reads none of its tables', async () => {
  app = await createTestApp()
  const { deps } = app
  const run = (text: string) => deps.db.write((tx) => sql.raw(text).execute(tx))
  await run("INSERT INTO migrations (name) VALUES ('9999-next.sql')")
  const { migrations, institute } = await read()
  await run("DELETE FROM migrations WHERE name = '9999-next.sql'")
  expect(migrations).toEqual({ pending: [], unknown: ['9999-next.sql'] })
  expect(institute).toBeNull()
})
