import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import type { SecondFactorRequirement } from '#core/accounts/second-factor.ts'
import { toRelyingParty } from '#server/accounts/second-factor/relying-party.ts'
import { buildApp, type UploadRules } from '#server/app.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import type { Database, Deps } from '#server/deps.ts'
import type { AccessLog } from '#server/http/access-log.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import { createDiskMonitor } from '#server/platform/disk-space.ts'
import { openImageStore } from '#server/platform/images/image-store.ts'
import { openMailer } from '#server/platform/mailer/mailer.ts'
import { createPasswords } from '#server/platform/passwords.ts'
import { createRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createSecretBox } from '#server/platform/secret-box.ts'
import { createHmacFunction } from '#server/platform/secret-key.ts'
import { openSpoolFolder } from '#server/platform/upload-spool.ts'
import { createAdmin } from './test-client.ts'

type TestAppOptions = {
  readonly databaseUrl?: string | undefined
  readonly smtpUrl?: string | undefined
  readonly limits?: boolean
  readonly publicUrl?: string
  readonly secondFactor?: SecondFactorRequirement
  /** A clock of its own; without it time stands still until `advanceClock` is called. */
  readonly now?: () => number
  readonly webFolder?: string
  /** Ids and seeds that count up instead of being random, to compare two apps. */
  readonly accessLog?: AccessLog
  readonly deterministicIds?: boolean
  readonly uploadRules?: UploadRules
  /** Less free space than this, and uploads are refused. */
  readonly diskFloorBytes?: number
  /** These two to open the same data again. */
  readonly dataDir?: string
  readonly schema?: string
}

/** The real app on a database of its own, for specs: only the clock and the mail server are stand-ins. */
export async function createTestApp(options: TestAppOptions = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'test-app-'))
  const schema = options.schema ?? `app_${randomBytes(6).toString('hex')}`
  const postgres = options.databaseUrl
    ? await openPostgres(await createSchema(options.databaseUrl, schema), pino({ enabled: false }))
    : null
  const db: Database = postgres ?? (await openMigrated(dataDir))
  const clock = { at: Date.UTC(2026, 10, 21, 4, 30) }
  const now = options.now ?? (() => clock.at)
  let lastId = 0
  const newId = () =>
    options.deterministicIds ? `id${++lastId}` : randomBytes(16).toString('base64url')
  const log = pino({ enabled: false })
  const hmac = createHmacFunction(Buffer.alloc(32, 8))
  const isOn = options.limits ?? false
  const limits = await createRateLimits(
    postgres ? { pool: postgres.pool, isOn, hmac } : { dataDir, isOn, hmac },
  )
  const outboxFolder = join(dataDir, 'outbox')
  const mail = openMailer({
    db,
    now,
    newId,
    smtpUrl: options.smtpUrl,
    outboxFolder,
    publicUrl: options.publicUrl ?? 'http://localhost:3000',
    from: 'FSL Academy <hello@fslacademy.example>',
    log,
  })
  const deps: Deps = {
    db,
    now,
    seed: () => (options.deterministicIds ? ++lastId : randomBytes(4).readUInt32LE()),
    newId,
    mail,
    images: await openImageStore({ folder: join(dataDir, 'images'), keys: [Buffer.alloc(32, 7)] }),
    passwords: createPasswords({ memoryKiB: 64, passes: 1, mostWaiting: 2_000 }),
    limits,
    hmac,
    disk: createDiskMonitor([dataDir], options.diskFloorBytes ?? 0),
    spoolFolder: await openSpoolFolder(join(dataDir, 'spool')),
    secretBox: createSecretBox(Buffer.alloc(32, 8)),
    secondFactor: {
      requirement: options.secondFactor ?? 'offer',
      relyingParty: toRelyingParty(options.publicUrl),
    },
    log,
    isHttps: options.publicUrl?.startsWith('https:') ?? false,
  }
  // A spec on a busy machine is late by itself, and its calls do not come back as a browser's do.
  const app = await buildApp(deps, {
    webFolder: options.webFolder,
    publicUrl: options.publicUrl,
    accessLog: options.accessLog,
    longestDelayMs: 0,
    uploadRules: options.uploadRules ?? {},
  })
  await app.ready()
  return {
    app,
    deps,
    dataDir,
    schema,
    outboxFolder,
    clock,
    advanceClock: (ms: number) => {
      clock.at += ms
    },
    createClient: () => createInProcessClient(app),
    createAdmin: () => createAdmin(app, deps),
    async close({ keep = false } = {}) {
      await app.close()
      await mail.close()
      await limits.close()
      await db.close()
      if (!keep) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Each app has a schema of its own in the one server. */
export async function createSchema(url: string, schema: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
  await client.end()
  return `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

let template: Promise<string> | null = null

/** A new folder gets a copy of a database that was migrated once for this process. */
async function openMigrated(dataDir: string) {
  const file = join(dataDir, 'institute.db')
  template ??= migrateTemplate()
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) copyFileSync(await template, file)
  return openSqlite({ dataDir, onDiskFault })
}

async function migrateTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const db = await openSqlite({ dataDir: folder, onDiskFault })
  await db.close()
  return join(folder, 'institute.db')
}

function onDiskFault(error: unknown) {
  throw error
}
