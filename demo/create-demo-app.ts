import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import type { Database, Db, Deps, Passwords } from '#server/deps.ts'
import { createInProcessClient, type InProcessClient } from '#server/http/in-process-client.ts'
import { createDiskMonitor } from '#server/platform/disk-space.ts'
import { readImageKeys } from '#server/platform/images/image-key.ts'
import { openImageStore } from '#server/platform/images/image-store.ts'
import { openMailer } from '#server/platform/mailer/mailer.ts'
import { createPasswords } from '#server/platform/passwords.ts'
import { createRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createSecretBox } from '#server/platform/secret-box.ts'
import { createHmacFunction, readSecretKey } from '#server/platform/secret-key.ts'
import { openSpoolFolder } from '#server/platform/upload-spool.ts'
import { oneTimePassword } from './logins.ts'
import { createRandom } from './random.ts'
import type { Clock } from './scheduler.ts'

export type DemoApp = {
  readonly deps: Deps
  readonly clock: Clock
  readonly createClient: () => InProcessClient
  /** Resolves when every email lies in the outbox folder. */
  readonly flushMail: () => Promise<void>
  readonly close: () => Promise<void>
}

export type DemoConfig = Pick<
  Config,
  'DATA_DIR' | 'PUBLIC_URL' | 'MAIL_FROM' | 'IMAGE_KEY' | 'SECRET_KEY'
>

/** The product on a clock of the past: what it writes is what it would have written then. */
export async function createDemoApp(config: DemoConfig, clock: Clock): Promise<DemoApp> {
  const { DATA_DIR: dataDir, PUBLIC_URL: publicUrl, MAIL_FROM: from } = config
  const log = pino({ level: 'error' })
  const now = () => clock.at
  const newId = createIdGenerator()
  const imagesFolder = join(dataDir, 'images')
  const setting = config.IMAGE_KEY
  const db = await openSqlite({ dataDir, onDiskFault: (error) => log.fatal(error) })
  const enableFsync = await disableFsync(db)
  const hmac = createHmacFunction(await readSecretKey({ setting: config.SECRET_KEY, dataDir }))
  const limits = await createRateLimits({ dataDir, isOn: false, hmac })
  const outboxFolder = join(dataDir, 'outbox')
  const mail = openMailer({
    db,
    now,
    newId,
    smtpUrl: undefined,
    outboxFolder,
    publicUrl,
    from,
    log,
  })
  const secret = await readSecretKey({ setting: config.SECRET_KEY, dataDir })
  const deps: Deps = {
    db,
    now,
    seed: createSeedGenerator(),
    newId,
    mail,
    images: await openImageStore({
      folder: imagesFolder,
      keys: await readImageKeys({ setting, dataDir, imagesFolder }),
    }),
    passwords: createCachedPasswords(),
    limits,
    hmac,
    disk: createDiskMonitor([dataDir]),
    spoolFolder: await openSpoolFolder(join(dataDir, 'spool')),
    secretBox: createSecretBox(secret),
    secondFactor: { requirement: 'off', relyingParty: null },
    log,
    isHttps: false,
  }
  const app = await buildApp(deps)
  return {
    deps,
    clock,
    createClient: () => createInProcessClient(app),
    flushMail: () => waitForMailSent({ db, mail }, clock),
    async close() {
      await app.close()
      await mail.close()
      await limits.close()
      await enableFsync()
      await db.close()
    },
  }
}

/**
 * A demo that a power cut takes is seeded anew. The lane hands out the one connection it writes on.
 * @returns what makes it wait again
 */
async function disableFsync(db: Database): Promise<() => Promise<void>> {
  const writer = await db.write(async (tx): Promise<{ tx: Db }> => ({ tx }))
  await sql`PRAGMA synchronous = OFF`.execute(writer.tx)
  return async () => {
    await sql`PRAGMA synchronous = FULL`.execute(writer.tx)
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

/** Real hashes, but each password is hashed once, since all share one. */
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
    generateOneTimePassword: () => oneTimePassword,
  }
}

/** Emails of a release wait ten seconds: so much time passes. */
async function waitForMailSent(
  { db, mail }: Pick<Deps, 'db' | 'mail'>,
  clock: Clock,
): Promise<void> {
  for (;;) {
    const { at } = await db.read
      .selectFrom('mails')
      .select((is) => is.fn.max<number | null>('next_try_at').as('at'))
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
