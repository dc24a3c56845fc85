import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { adminLogin, studentLogin } from '#contract/accounts.ts'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import type { Database, Db } from '#server/database/database.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import type { Deps } from '#server/deps.ts'
import {
  createInProcessClient,
  type InProcessClient,
  type Reply,
} from '#server/http/in-process-client.ts'
import { createPasswords, type Passwords } from '#server/platform/passwords.ts'
import type { Clock } from './calendar.ts'
import { demoPassword, oneTimePassword } from './logins.ts'
import { createRandom } from './random.ts'

export type DemoApp = {
  readonly deps: Deps
  readonly clock: Clock
  readonly createClient: () => InProcessClient
  /** Resolves when every email is in the outbox folder. */
  readonly flushMail: () => Promise<void>
  readonly close: () => Promise<void>
}

export type DemoConfig = Pick<
  Config,
  'DATA_DIR' | 'PUBLIC_URL' | 'MAIL_FROM' | 'IMAGE_KEY' | 'SECRET_KEY'
>

/** Always SQLite in the demo's folder and no SMTP, whatever the server's settings. */
const fixedSettings = {
  DATABASE_URL: undefined,
  IMAGES_URL: undefined,
  SMTP_URL: undefined,
  hasPublicUrl: false,
  RATE_LIMITS: 'off',
  SECOND_FACTOR: 'off',
} as const

/** The product on a clock set to the past, so that it writes what it would have written then. */
export async function createDemoApp(config: DemoConfig, clock: Clock): Promise<DemoApp> {
  const log = pino({ level: 'error' })
  const { deps, close } = await createDeps({ ...config, ...fixedSettings }, log, {
    db: await openUnsyncedDatabase(config.DATA_DIR, log),
    now: () => clock.at,
    newId: createIdGenerator(),
    seed: createSeedGenerator(),
    passwords: createCachedPasswords(),
    isHttps: false,
  })
  const app = await buildApp(deps)
  return {
    deps,
    clock,
    createClient: () => createInProcessClient(app),
    flushMail: () => waitForMailSent(deps, clock),
    async close() {
      await app.close()
      await close()
    },
  }
}

/**
 * Skips fsync until it is closed: a demo that a power cut interrupts is seeded again. `write` passes
 * the single connection for writing, so the pragma applies to all later writes.
 */
async function openUnsyncedDatabase(dataDir: string, log: Logger): Promise<Database> {
  const db = await openSqlite({ dataDir, onDiskFault: (error) => log.fatal(error) })
  const writer = await db.write(async (tx): Promise<{ tx: Db }> => ({ tx }))
  await sql`PRAGMA synchronous = OFF`.execute(writer.tx)
  return {
    ...db,
    async close() {
      await sql`PRAGMA synchronous = FULL`.execute(writer.tx)
      await db.close()
    },
  }
}

function createIdGenerator(): () => string {
  let count = 0
  return () => createHash('sha256').update(`demo ${++count}`).digest('base64url').slice(0, 22)
}

function createSeedGenerator(): () => number {
  const random = createRandom(2026)
  return () => random.between(0, 2 ** 32 - 1)
}

/** Real hashes, but each password is hashed only once, since all accounts share one. */
function createCachedPasswords(): Passwords {
  const real = createPasswords()
  const known = new Map<string, Promise<string>>()
  const hash = (password: string) => {
    const kept = known.get(password) ?? real.hash(password)
    known.set(password, kept)
    return kept
  }
  return {
    hash,
    matches: async (password, kept) => kept !== null && (await hash(password)) === kept,
    reserve: real.reserve,
    getPlace: real.getPlace,
    getLoad: real.getLoad,
    generateOneTimePassword: () => oneTimePassword,
  }
}

/** Moves the clock to the next email's due time: those of a release wait ten seconds. */
async function waitForMailSent(
  { db, mail }: Pick<Deps, 'db' | 'mail'>,
  clock: Clock,
): Promise<void> {
  for (;;) {
    const { at } = await db.read
      .selectFrom('mails')
      .select(({ fn }) => fn.max<number | null>('next_try_at').as('at'))
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow()
    if (at === null) return
    if (at > clock.at) {
      clock.at = at
      mail.wake()
    }
    await sleep(2)
  }
}

/** @throws on a refusal: it is a mistake in the demo's scenario */
export async function expectOk<T>(reply: Promise<Reply<T>>): Promise<Reply<T>['json']> {
  const { status, json, text } = await reply
  if (status >= 300) throw new Error(`The product refused a call of the demo: ${status} ${text}`)
  return json
}

export async function logIn(
  app: DemoApp,
  role: 'student' | 'admin',
  email: string,
): Promise<InProcessClient> {
  const client = app.createClient()
  const endpoint = role === 'admin' ? adminLogin : studentLogin
  await expectOk(client.request(endpoint, { body: { email, password: demoPassword } }))
  return client
}
