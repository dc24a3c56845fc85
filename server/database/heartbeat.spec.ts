import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { watchForFullDisk } from './disk-full.ts'
import { createHeartbeat } from './heartbeat.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const run = (text: string) => app.deps.db.write((tx) => sql.raw(text).execute(tx))

async function getHealth() {
  const { statusCode, body } = await app.fastify.inject({ url: '/healthz' })
  return `${statusCode} ${body}`
}

/** As the server does, every second. */
async function passSeconds(count: number) {
  for (let second = 0; second < count; second++) {
    app.advanceClock(1_000)
    await app.deps.heartbeat.beat()
  }
}

it('/healthz answers 503 once saving has failed for 10 s, and 200 once it succeeds', async () => {
  await passSeconds(30)
  expect(await getHealth()).toBe('200 ok')
  await run('ALTER TABLE heartbeats RENAME TO heartbeats_away')
  // The last one that succeeded may be 5 s old.
  await passSeconds(5)
  expect(await getHealth()).toBe('200 ok')
  await passSeconds(10)
  expect(await getHealth()).toMatch(/^503 Nothing has been saved/)
  await run('ALTER TABLE heartbeats_away RENAME TO heartbeats')
  await passSeconds(1)
  expect(await getHealth()).toBe('200 ok')
})

it('/healthz also notices a save that does not end', async () => {
  const { db, heartbeat } = app.deps
  await heartbeat.beat()
  app.advanceClock(5_000)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: setHeld } = Promise.withResolvers<void>()
  // On SQLite one transaction is enough to keep others out.
  const holding = db.write(async (tx) => {
    if (db.engine === 'postgres') await sql`LOCK TABLE heartbeats`.execute(tx)
    setHeld()
    await released
  })
  await isHeld
  const beat = heartbeat.beat()
  app.advanceClock(9_999)
  expect(heartbeat.isFailing()).toBe(false)
  app.advanceClock(1)
  expect(heartbeat.isFailing()).toBe(true)
  release()
  await Promise.all([holding, beat])
  expect(heartbeat.isFailing()).toBe(false)
})

/** One more, whose lines can be read. */
function createWatchedHeartbeat() {
  const lines: string[] = []
  const add = (_: unknown, text?: string) => lines.push(text ?? String(_))
  const log = { error: add, warn: add } as never
  const { db, now } = app.deps
  const readClocks = () => ({
    examAt: now(),
    shiftedMs: 0,
    wallAt: now(),
    bootMs: now(),
    bootId: '',
    host: '',
  })
  const heartbeat = createHeartbeat({ db, getMonotonicMs: now, readClocks, log })
  const beatTimes = async (times: number) => {
    for (let n = 0; n < times; n++) {
      await heartbeat.beat()
      app.advanceClock(5_000)
    }
  }
  return { heartbeat, lines, beatTimes }
}

it('the log says once that nothing can be saved, and once that it works again', async () => {
  const { lines, beatTimes } = createWatchedHeartbeat()
  await beatTimes(2)
  await run('ALTER TABLE heartbeats RENAME TO heartbeats_away')
  await beatTimes(3)
  await run('ALTER TABLE heartbeats_away RENAME TO heartbeats')
  await beatTimes(2)
  expect(lines).toEqual([
    'the database cannot be written to',
    'the database can be written to again',
  ])
})

/** Provokes a full disk, with an error in the engine's own words. */
async function fillDisk(): Promise<() => Promise<unknown>> {
  if (app.deps.db.engine === 'sqlite') {
    await run('PRAGMA max_page_count = 1')
    return () => run('PRAGMA max_page_count = 1073741823')
  }
  await run(`CREATE FUNCTION find_no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
  END $$`)
  await run('CREATE TRIGGER no_room BEFORE INSERT ON enquiries EXECUTE FUNCTION find_no_room()')
  return () => run('DROP TRIGGER no_room ON enquiries; DROP FUNCTION find_no_room()')
}

it('learns of a full disk from other writes, logs it once, and checks for space itself', async () => {
  const { heartbeat, lines, beatTimes } = createWatchedHeartbeat()
  const db = watchForFullDisk(app.deps.db, heartbeat.noteFullDisk)
  const values = {
    id: '',
    name: 'x'.repeat(100_000),
    name_key: '',
    email: '',
    contact: '',
    course: '',
    created_at: 1,
  }
  const save = (id: string) =>
    db.write((tx) =>
      tx
        .insertInto('enquiries')
        .values({ ...values, id })
        .execute(),
    )
  await beatTimes(1)
  const free = await fillDisk()
  for (const id of ['one', 'two', 'three']) await expect(save(id)).rejects.toThrow()
  expect(lines).toEqual(['the disk of the database is full: nothing more can be saved'])
  app.advanceClock(10_000)
  expect(heartbeat.isFailing()).toBe(true)
  await free()
  await save('four')
  await beatTimes(2)
  expect(heartbeat.isFailing()).toBe(false)
  expect(lines.slice(1)).toEqual(['the database can be written to again'])
})
