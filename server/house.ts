import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { pino } from 'pino'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { SecondFactorRequirement } from '#core/accounts/second-factor.ts'
import { addAccount } from './accounts/queries.ts'
import { toRelyingParty } from './accounts/second-factor/relying-party.ts'
import { buildApp, type UploadRules } from './app.ts'
import { openPostgres } from './database/postgres.ts'
import { openSqlite } from './database/sqlite.ts'
import type { Database, Deps } from './deps.ts'
import type { AccessLog } from './http/access-log.ts'
import { createDiskMonitor } from './platform/disk-space.ts'
import { openImageStore } from './platform/images/image-store.ts'
import { openMailer } from './platform/mailer/mailer.ts'
import { createPasswords } from './platform/passwords.ts'
import { createRateLimits } from './platform/rate-limits/rate-limits.ts'
import { createSecretBox } from './platform/secret-box.ts'
import { createHmacFunction } from './platform/secret-key.ts'
import { openSpoolFolder } from './platform/upload-spool.ts'

type Given = {
  readonly databaseUrl?: string | undefined
  readonly smtpUrl?: string | undefined
  readonly limits?: boolean
  readonly publicUrl?: string
  readonly secondFactor?: SecondFactorRequirement
  /** A clock of its own; without it the house stands still until `pass` is called. */
  readonly now?: () => number
  readonly webFolder?: string
  /** Ids and seeds that count up instead of being thrown, to compare two houses. */
  readonly accessLog?: AccessLog
  readonly loadedDice?: boolean
  readonly uploadRules?: UploadRules
  /** Less free space than this, and uploads are refused. */
  readonly diskFloorBytes?: number
  /** These two to open the same data again. */
  readonly dataDir?: string
  readonly schema?: string
}

export type Reply<T> = {
  readonly status: number
  readonly json: T & { message?: string; code?: string; fields?: Record<string, string> }
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
}

type Asked<E extends Endpoint> = {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E> | FormData
}

/** A person with a cookie jar, as a program sees the product: no browser headers. */
export type Guest = {
  ask<E extends Endpoint>(endpoint: E, given?: Asked<E>): Promise<Reply<ReplyOf<E>>>
  /** Anything at all, for calls the contract would not let us write. */
  call(method: string, url: string, given?: CallGiven): Promise<Reply<Record<string, unknown>>>
  cookies: Record<string, string>
}
type CallGiven = { body?: unknown; headers?: Record<string, string> }

/** The real app on a database of its own, for specs: only the clock and the post office are ours. */
export async function openHouse(given: Given = {}) {
  const dataDir = given.dataDir ?? mkdtempSync(join(tmpdir(), 'house-'))
  const schema = given.schema ?? `house_${randomBytes(6).toString('hex')}`
  const postgres = given.databaseUrl
    ? await openPostgres(await ownSchema(given.databaseUrl, schema), pino({ enabled: false }))
    : null
  const db: Database = postgres ?? (await openMigrated(dataDir))
  const clock = { at: Date.UTC(2026, 10, 21, 4, 30) }
  const now = given.now ?? (() => clock.at)
  let thrown = 0
  const newId = () => (given.loadedDice ? `id${++thrown}` : randomBytes(16).toString('base64url'))
  const log = pino({ enabled: false })
  const hmac = createHmacFunction(Buffer.alloc(32, 8))
  const isOn = given.limits ?? false
  const limits = await createRateLimits(
    postgres ? { pool: postgres.pool, isOn, hmac } : { dataDir, isOn, hmac },
  )
  const outboxFolder = join(dataDir, 'outbox')
  const mail = openMailer({
    db,
    now,
    newId,
    smtpUrl: given.smtpUrl,
    outboxFolder,
    publicUrl: given.publicUrl ?? 'http://localhost:3000',
    from: 'FSL Academy <hello@fslacademy.example>',
    log,
  })
  const deps: Deps = {
    db,
    now,
    seed: () => (given.loadedDice ? ++thrown : randomBytes(4).readUInt32LE()),
    newId,
    mail,
    images: await openImageStore({ folder: join(dataDir, 'images'), keys: [Buffer.alloc(32, 7)] }),
    passwords: createPasswords({ memoryKiB: 64, passes: 1, mostWaiting: 2_000 }),
    limits,
    hmac,
    disk: createDiskMonitor([dataDir], given.diskFloorBytes ?? 0),
    spoolFolder: await openSpoolFolder(join(dataDir, 'spool')),
    secretBox: createSecretBox(Buffer.alloc(32, 8)),
    secondFactor: {
      requirement: given.secondFactor ?? 'offer',
      relyingParty: toRelyingParty(given.publicUrl),
    },
    log,
    isHttps: given.publicUrl?.startsWith('https:') ?? false,
  }
  // A spec on a busy machine is late by itself, and its calls do not come back as a browser's do.
  const app = await buildApp(deps, {
    webFolder: given.webFolder,
    publicUrl: given.publicUrl,
    accessLog: given.accessLog,
    longestDelayMs: 0,
    uploadRules: given.uploadRules ?? {},
  })
  await app.ready()
  return {
    app,
    deps,
    dataDir,
    schema,
    outboxFolder,
    clock,
    pass: (ms: number) => {
      clock.at += ms
    },
    guest: () => guestOf(app),
    admin: () => adminOf(app, deps),
    async close({ keep = false } = {}) {
      await app.close()
      await mail.close()
      await limits.close()
      await db.close()
      if (!keep) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Each house has a schema of its own in the one server. */
export async function ownSchema(url: string, schema: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
  await client.end()
  return `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
}

export type House = Awaited<ReturnType<typeof openHouse>>

export const adminPassword = 'a long admin password'
const adminLogin = { email: 'admin@example.com', password: adminPassword }

async function adminOf(app: FastifyInstance, deps: Deps): Promise<Guest> {
  const { email } = adminLogin
  const passwordHash = await deps.passwords.hash(adminPassword)
  const account = {
    id: deps.newId(),
    role: 'admin',
    email,
    name: 'Asha Admin',
    passwordHash,
  } as const
  await deps.db.write((tx) => addAccount(tx, account, deps.now()))
  const guest = guestOf(app)
  const reply = await guest.call('POST', '/api/auth/admin', { body: adminLogin })
  if (reply.status !== 200) throw new Error(`The admin could not log in: ${reply.text}`)
  return withLoginAgain(guest)
}

/** An admin who proves again who they are when asked, as the dialogs of the screens have it. */
export function withLoginAgain(admin: Guest): Guest {
  const { call } = admin
  admin.call = async (...given) => {
    const reply = await call(...given)
    const isOver = reply.json.code === 'not-signed-in'
    if (!isOver && reply.json.code !== 'reauthentication-required') return reply
    const { status } = isOver
      ? await call('POST', '/api/auth/admin', { body: adminLogin })
      : await call('POST', '/api/auth/reauthenticate', { body: { password: adminPassword } })
    return status === 200 ? call(...given) : reply
  }
  return admin
}

export function guestOf(app: FastifyInstance, cookies: Record<string, string> = {}): Guest {
  const guest: Guest = {
    cookies,
    async call(method, url, { body, headers = {} } = {}) {
      const isForm = body instanceof FormData
      const form = isForm ? new Response(body) : null
      const reply = await app.inject({
        method: method as 'GET',
        url,
        headers: {
          ...(Object.keys(cookies).length > 0 && { cookie: cookieHeader(cookies) }),
          ...(body !== undefined && {
            'content-type': form?.headers.get('content-type') ?? 'application/json',
          }),
          ...headers,
        },
        ...(body !== undefined && {
          payload: form ? Buffer.from(await form.arrayBuffer()) : JSON.stringify(body),
        }),
      })
      for (const { name, value } of reply.cookies) {
        if (value) cookies[name] = value
        else delete cookies[name]
      }
      const isJson = String(reply.headers['content-type']).startsWith('application/json')
      return {
        status: reply.statusCode,
        json: isJson ? reply.json() : {},
        text: reply.body,
        headers: reply.headers,
      }
    },
    ask(endpoint, { params, query, body } = {}) {
      return guest.call(endpoint.method, urlOf(endpoint.path, params, query), {
        ...(body !== undefined && { body }),
      }) as never
    },
  }
  return guest
}

export function urlOf(path: string, params: object = {}, query: object = {}): string {
  const filled = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  )
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return search ? `${filled}?${search}` : filled
}

function cookieHeader(cookies: Record<string, string>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}

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
