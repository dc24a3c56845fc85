import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { NextBatch } from '#contract/next-batches.ts'
import type { StaffRole } from '#core/accounts/permissions.ts'
import type { SecondFactorRequirement } from '#core/accounts/second-factor.ts'
import { addAccount } from '#server/accounts/queries.ts'
import { buildApp, type UploadRules } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import type { Deps } from '#server/deps.ts'
import type { AccessLog } from '#server/http/access-log.ts'
import { createInProcessClient, type InProcessClient } from '#server/http/in-process-client.ts'
import { createDiskMonitor } from '#server/platform/disk-space.ts'
import type { MachineClock } from '#server/platform/exam-clock/machine-clock.ts'
import { createPasswords } from '#server/platform/passwords.ts'
import {
  createSchema,
  emptySchema,
  keepSchema,
  lendDatabase,
  openMigrated,
  silentLog,
  takeKeptSchema,
  takeSchema,
} from './test-databases.ts'

export type TestClient = InProcessClient

export const adminPassword = 'a long admin password'
export const adminEmail = 'admin@example.com'

/** An owner, who may do everything. */
function createAdmin(app: FastifyInstance, deps: Deps): Promise<TestClient> {
  return createStaff(app, deps, { role: 'owner', email: adminEmail, name: 'Asha Admin' })
}

type NewStaff = { readonly role: StaffRole; readonly email: string; readonly name: string }

/** A member of staff with a password of their own, logged in. */
async function createStaff(
  app: FastifyInstance,
  deps: Deps,
  member: NewStaff,
): Promise<TestClient> {
  const passwordHash = await deps.passwords.hash(adminPassword)
  const account = { id: deps.newId(), passwordHash, ...member }
  await deps.db.write((tx) => addAccount(tx, account, deps.now()))
  const client = createInProcessClient(app)
  const body = { email: member.email, password: adminPassword }
  const reply = await client.send('POST', '/api/auth/admin', { body })
  if (reply.status !== 200) throw new Error(`The admin could not log in: ${reply.text}`)
  return withReauthentication(client, member.email)
}

/** An admin who re-authenticates when asked, like the dialogs on the screens. */
export function withReauthentication(admin: TestClient, email = adminEmail): TestClient {
  const { send: call } = admin
  admin.send = async (...options) => {
    const reply = await call(...options)
    const isOver = reply.json.code === 'not-signed-in'
    if (!isOver && reply.json.code !== 'reauthentication-required') return reply
    const body = { password: adminPassword }
    const { status } = isOver
      ? await call('POST', '/api/auth/admin', { body: { ...body, email } })
      : await call('POST', '/api/auth/reauthenticate', { body })
    return status === 200 ? call(...options) : reply
  }
  return admin
}

type TestAppOptions = {
  readonly databaseUrl?: string | undefined
  readonly smtpUrl?: string | undefined
  /** A bucket; else a folder in the data folder. */
  readonly imagesUrl?: string
  readonly limits?: boolean
  readonly publicUrl?: string
  readonly secondFactor?: SecondFactorRequirement
  /** A clock; without one, time stands still until `advanceClock` is called. */
  readonly now?: () => number
  /** Its clocks, where they are not to be one. */
  readonly machine?: MachineClock
  readonly webFolder?: string
  readonly batches?: readonly NextBatch[]
  readonly accessLog?: AccessLog
  /**
   * Ids and seeds that count up instead of being random, to compare two apps; where an app is
   * restarted, from the last ones.
   */
  readonly deterministicIds?: boolean | { id: number; seed: number }
  readonly uploadRules?: UploadRules
  /** With less free space than this, uploads are refused. */
  readonly diskFloorBytes?: number
  /** These two reopen the same data; a schema that the spec has named is not used by other apps. */
  readonly dataDir?: string
  readonly schema?: string
}

/**
 * The real app on a database of its own, for specs: only the clock and the mail server are
 * replaced.
 */
export async function createTestApp(options: TestAppOptions = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'test-app-'))
  const { databaseUrl, publicUrl } = options
  const lent = databaseUrl === undefined ? null : await borrowSchema(databaseUrl, options.schema)
  const schema = lent?.schema ?? options.schema ?? ''
  const clock = { at: Date.UTC(2026, 10, 21, 4, 30) }
  const ownUrl = lent?.url ?? (databaseUrl && (await createSchema(databaseUrl, schema)))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: ownUrl,
    SMTP_URL: options.smtpUrl,
    IMAGES_URL: options.imagesUrl,
    PUBLIC_URL: publicUrl,
    RATE_LIMITS: options.limits ? 'on' : 'off',
    SECOND_FACTOR: options.secondFactor,
    IMAGE_KEY: '07'.repeat(32),
    SECRET_KEY: '08'.repeat(32),
  })
  const { deterministicIds = false } = options
  const ids = deterministicIds === true ? { id: 0, seed: 0 } : deterministicIds
  const { deps, close } = await createDeps(config, silentLog, {
    ...(lent && { postgres: lendDatabase(lent) }),
    ...(!databaseUrl && { db: await openMigrated(dataDir) }),
    now: options.now ?? (() => clock.at),
    ...(options.machine && { machine: options.machine }),
    passwords: createPasswords({ memoryKiB: 64, passes: 1, maxWaitMs: 600_000 }),
    disk: createDiskMonitor([dataDir], options.diskFloorBytes ?? 0),
    ...(ids && { newId: () => `id${++ids.id}`, seed: () => ++ids.seed }),
  })
  // Specs on a busy machine are late, and their calls do not retry like a browser's.
  const fastify = await buildApp(deps, {
    webFolder: options.webFolder,
    batches: options.batches,
    publicUrl,
    accessLog: options.accessLog,
    maxDelayMs: 0,
    uploadRules: options.uploadRules ?? {},
  })
  await fastify.ready()
  return {
    fastify,
    deps,
    dataDir,
    schema,
    /** For a server process that opens the same data once this app is closed. */
    serverEnv: (ownUrl === undefined ? {} : { DATABASE_URL: ownUrl }) as Record<string, string>,
    outboxFolder: join(dataDir, 'outbox'),
    clock,
    advanceClock: (ms: number) => {
      clock.at += ms
    },
    createClient: () => createInProcessClient(fastify),
    createAdmin: () => createAdmin(fastify, deps),
    createStaff: (role: StaffRole, email = `${role}@example.com`) =>
      createStaff(fastify, deps, { role, email, name: `Staff ${role}` }),
    async close({ keep = false } = {}) {
      await fastify.close()
      await close()
      if (keep) {
        if (lent) keepSchema(lent)
        return
      }
      rmSync(dataDir, { recursive: true, force: true })
      if (lent) await emptySchema(lent)
    },
  }
}

function borrowSchema(databaseUrl: string, schema: string | undefined) {
  return schema ? takeKeptSchema(schema) : takeSchema(databaseUrl)
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
