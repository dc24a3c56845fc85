import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { claimImages } from '#server/retention/claim-institute.ts'
import { tidyImages } from '#server/retention/tidy-images.ts'
import { createStudent } from '#test/factories.ts'
import { startS3Server } from '#test/s3-server.ts'
import { findFreePort, startServer } from '#test/server-process.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { openOwnSchema } from '../own-schema.ts'
import { runSql } from '../postgres/ledger.ts'

/** The five ways of losing pictures that were reported, and more: 0 pictures lost in each. */
const isOnPostgres = process.env.ENGINE === 'postgres'
const closers: (() => unknown)[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const keys = { IMAGE_KEY: '07'.repeat(32), SECRET_KEY: '08'.repeat(32) }
const images = () => join(folder, 'images')
const listPictures = (place = images()) =>
  readdirSync(place).filter((name) => name.endsWith('.sealed'))

async function openSchema() {
  const { schema, schemaUrl: url, drop } = await openOwnSchema()
  closers.push(drop)
  return { schema, url }
}

/** An institute whose students each have one picture, old enough to be missed by nobody. */
async function createInstitute(students: number, options: Parameters<typeof createTestApp>[0]) {
  const app = await createTestApp({ now: () => Date.now(), ...options })
  await app.createAdmin()
  await claimImages(app.deps)
  for (let n = 0; n < students; n++) await addStudent(app)
  return app
}

async function addStudent(app: TestApp) {
  const id = app.deps.newId()
  await app.deps.images.saveEncrypted(id, Buffer.from('a picture'))
  await createStudent(app, 'Priya Nair', { front_image_id: id })
}

function makeOld(place = images()) {
  const at = Date.now() / 1000 - 2 * 60 * 60
  for (const name of listPictures(place)) utimesSync(join(place, name), at, at)
}

/** All that a server says that does not start. */
async function readRefusal(env: Record<string, string>): Promise<string> {
  const main = join(import.meta.dirname, '../../server/main.ts')
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...keys, PORT: String(await findFreePort()), ...env },
  })
  let text = ''
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  const [code] = await new Promise<[number | null]>((resolve) =>
    child.once('exit', (code) => resolve([code])),
  )
  expect(code).toBe(1)
  return text
}

async function runUntilTidied(dataDir: string, env: Record<string, string>) {
  mkdirSync(dataDir, { recursive: true })
  const server = await startServer({ dataDir, env: { ...keys, ...env } })
  // The job runs at the start; the next one is due a day later.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await server.kill()
}

describe.runIf(isOnPostgres)('on PostgreSQL', () => {
  const copyRows = (from: string, to: string) =>
    runSql(
      inject('postgresUrl'),
      `DO $$ DECLARE name text; BEGIN
        SET LOCAL session_replication_role = replica;
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '${from}' LOOP
          EXECUTE format('DROP TABLE IF EXISTS ${to}.%I CASCADE', name);
          EXECUTE format('CREATE TABLE ${to}.%I (LIKE ${from}.%I INCLUDING ALL)', name, name);
          EXECUTE format('INSERT INTO ${to}.%I OVERRIDING SYSTEM VALUE SELECT * FROM ${from}.%I', name, name);
        END LOOP;
      END $$`,
    )
  /** As a dump that is restored into a database of its own. */
  async function restoreInto(from: string) {
    const target = await openSchema()
    await copyRows(from, target.schema)
    return target
  }
  const openLive = async (students: number) => {
    const { schema, url } = await openSchema()
    const live = await createInstitute(students, {
      databaseUrl: inject('postgresUrl'),
      schema,
      imagesUrl: images(),
    })
    closers.push(() => live.close({ keep: true }))
    return { live, schema, url }
  }
  const drillFolder = () => join(folder, 'drill')

  it('refuses an empty database beside an institute on SQLite (a forgotten move)', async () => {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const app = await createInstitute(3, { dataDir })
    await app.close({ keep: true })
    const place = join(dataDir, 'images')
    makeOld(place)
    const { url } = await openSchema()
    for (let n = 0; n < 2; n++) {
      const refusal = await readRefusal({ DATA_DIR: dataDir, DATABASE_URL: url })
      expect(refusal).toMatch(/The database .* is empty, but .*institute\.db is an institute's/)
      expect(refusal).toContain('npm run move-to-postgres')
    }
    expect(listPictures(place)).toHaveLength(3)
  })

  it('refuses a URL that leads to an empty database', async () => {
    await openLive(4)
    makeOld()
    const { url } = await openSchema()
    const env = { DATA_DIR: drillFolder(), DATABASE_URL: url, IMAGES_URL: images() }
    expect(await readRefusal(env)).toContain('belongs to another institute than the database')
    expect(listPictures()).toHaveLength(4)
  })

  it('erases no live picture in a restore drill', async () => {
    const { live, schema } = await openLive(4)
    const { url } = await restoreInto(schema)
    for (let n = 0; n < 3; n++) await addStudent(live)
    makeOld()
    await runUntilTidied(drillFolder(), { DATABASE_URL: url, IMAGES_URL: images() })
    expect(listPictures()).toHaveLength(7)
  })

  it('sets the few new pictures aside in a restore drill, and restores them', async () => {
    const { live, schema } = await openLive(4)
    const { url } = await restoreInto(schema)
    for (let n = 0; n < 2; n++) await addStudent(live)
    makeOld()
    await runUntilTidied(drillFolder(), { DATABASE_URL: url, IMAGES_URL: images() })
    expect(listPictures()).toHaveLength(4)
    const students = await live.deps.db.read.selectFrom('students').selectAll().execute()
    for (const { front_image_id: id } of students) {
      expect(await live.deps.images.loadEncrypted(id ?? '')).not.toBeNull()
    }
    await tidyImages(live.deps)
    expect(listPictures()).toHaveLength(6)
  })

  it('refuses a dump of another institute', async () => {
    await openLive(4)
    const other = await openSchema()
    const app = await createInstitute(1, {
      databaseUrl: inject('postgresUrl'),
      schema: other.schema,
    })
    await app.close({ keep: true })
    makeOld()
    const env = { DATA_DIR: drillFolder(), DATABASE_URL: other.url, IMAGES_URL: images() }
    expect(await readRefusal(env)).toContain('belongs to another institute than the database')
    expect(listPictures()).toHaveLength(4)
  })

  it('refuses a dump from before the institute had an id, and names a way out that works', async () => {
    const { schema } = await openLive(4)
    const { url, schema: restored } = await restoreInto(schema)
    await runSql(inject('postgresUrl'), `DELETE FROM ${restored}.institute`)
    makeOld()
    const env = { DATABASE_URL: url, IMAGES_URL: images() }
    expect(await readRefusal({ ...env, DATA_DIR: drillFolder() })).toContain('delete institute.id')
    rmSync(join(images(), 'institute.id'))
    await runUntilTidied(drillFolder(), env)
    expect(listPictures()).toHaveLength(4)
  })

  it('refuses a bucket with an empty database', async () => {
    const s3 = await startS3Server()
    closers.push(() => s3.close())
    const { schema } = await openSchema()
    const postgres = { databaseUrl: inject('postgresUrl'), imagesUrl: s3.imagesUrl }
    const live = await createInstitute(3, { ...postgres, schema })
    await live.close({ keep: true })
    const { url } = await openSchema()
    const env = { DATA_DIR: drillFolder(), DATABASE_URL: url, IMAGES_URL: s3.imagesUrl }
    expect(await readRefusal(env)).toContain('belongs to another institute than the database')
    expect(s3.list().filter((key) => key.endsWith('.sealed'))).toHaveLength(3)
  })
})

describe.runIf(!isOnPostgres)('on SQLite', () => {
  it('erases no live picture in a restore drill with the live keys', async () => {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const app = await createInstitute(2, { dataDir, imagesUrl: images() })
    const copy = join(folder, 'drill')
    mkdirSync(copy)
    await app.deps.db.write(async () => {})
    await app.close({ keep: true })
    cpSync(join(dataDir, 'institute.db'), join(copy, 'institute.db'))
    const live = await createTestApp({ dataDir, imagesUrl: images(), now: () => Date.now() })
    for (let n = 0; n < 3; n++) await addStudent(live)
    await live.close({ keep: true })
    makeOld()
    await runUntilTidied(copy, { IMAGES_URL: images() })
    expect(listPictures()).toHaveLength(5)
  })

  it('keeps the pictures of an institute whose database is missing', async () => {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const app = await createInstitute(3, { dataDir, imagesUrl: images() })
    await app.close({ keep: true })
    rmSync(join(images(), 'institute.id'))
    makeOld()
    const env = { DATA_DIR: join(folder, 'new'), IMAGES_URL: images() }
    expect(await readRefusal(env)).toContain('the database names none of them')
    expect(listPictures()).toHaveLength(3)
  })
})
