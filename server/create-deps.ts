import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { toRelyingParty } from './accounts/second-factor/relying-party.ts'
import type { Config } from './config.ts'
import { watchForFullDisk } from './database/disk-full.ts'
import { createHeartbeat } from './database/heartbeat.ts'
import type { Print } from './database/migration-progress.ts'
import type { PostgresDatabase } from './database/postgres.ts'
import { openSqlite } from './database/sqlite.ts'
import type { Deps } from './deps.ts'
import { createDiskMonitor } from './platform/disk-space.ts'
import { createExamClock } from './platform/exam-clock/exam-clock.ts'
import { type MachineClock, openMachineClock } from './platform/exam-clock/machine-clock.ts'
import { createMachineSlots } from './platform/hash-queue/machine-slots.ts'
import { readImageKeys } from './platform/images/image-encryption.ts'
import { openImageStore } from './platform/images/image-store.ts'
import { createImageFiles, getImagesFolder } from './platform/images/open-image-files.ts'
import { openMailer } from './platform/mailer/mailer.ts'
import { countOwnHashesAtOnce, createPasswords } from './platform/passwords.ts'
import { createRateLimits } from './platform/rate-limits/rate-limits.ts'
import { createHmacFunction, createSecretBox, readSecretKey } from './platform/secret-key.ts'
import { openSpoolFolder } from './platform/upload-spool.ts'

type CreatedDeps = { readonly deps: Deps; readonly close: () => Promise<void> }

type DepsConfig = Pick<
  Config,
  | 'DATA_DIR'
  | 'DATABASE_URL'
  | 'IMAGES_URL'
  | 'IMAGE_KEY'
  | 'SECRET_KEY'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'PUBLIC_URL'
  | 'hasPublicUrl'
  | 'RATE_LIMITS'
  | 'SECOND_FACTOR'
>

/**
 * Dependencies that specs and the demo replace: the clock, randomness, costs, and a database opened
 * by them.
 */
type DepsOverrides = Partial<
  Pick<Deps, 'db' | 'now' | 'seed' | 'newId' | 'passwords' | 'disk' | 'isHttps'> & {
    readonly postgres: PostgresDatabase
    readonly machine: MachineClock
    /** Takes a line about what makes the start long. */
    readonly print: Print
  }
>

/** Everything outside the process, as the settings want it; closed in order. */
export async function createDeps(
  config: DepsConfig,
  log: Logger,
  overrides: DepsOverrides = {},
): Promise<CreatedDeps> {
  const { DATA_DIR: dataDir, DATABASE_URL, PUBLIC_URL } = config
  const clock = createExamClock(
    overrides.machine ?? (overrides.now ? toMachineClock(overrides.now) : openMachineClock()),
  )
  const { now, machine } = clock
  const newId = overrides.newId ?? (() => randomBytes(16).toString('base64url'))
  const postgres =
    overrides.postgres ??
    (DATABASE_URL
      ? await (await loadPostgres()).openPostgres(DATABASE_URL, log, overrides.print)
      : null)
  const secret = await readSecretKey({ setting: config.SECRET_KEY, dataDir })
  const hmac = createHmacFunction(secret)
  const opened =
    overrides.db ??
    postgres ??
    (await openSqlite({
      dataDir,
      onDiskFault: exitAtOnce(log),
      print: overrides.print,
      onCleaningFailure: (err) => log.warn({ err }, 'the database file is not cleaned yet'),
    }))
  const unnamedProxies = new Set<string>()
  const heartbeat = createHeartbeat({
    db: opened,
    getMonotonicMs: machine.getMonotonicMs,
    readClocks: () => ({
      examAt: now(),
      shiftedMs: clock.getShiftedMs(),
      wallAt: machine.getWallTime(),
      bootMs: machine.getBootMs(),
      bootId: machine.bootId,
      host: machine.host,
    }),
    findUnnamedProxy: () => [...unnamedProxies].at(-1) ?? null,
    log,
  })
  const db = watchForFullDisk(opened, heartbeat.noteFullDisk)
  const isOn = config.RATE_LIMITS === 'on'
  const limits = await createRateLimits(
    postgres ? { pool: postgres.pool, isOn, hmac } : { dataDir, isOn, hmac },
  )
  const mail = openMailer({
    db,
    now,
    newId,
    smtpUrl: config.SMTP_URL,
    outboxFolder: join(dataDir, 'outbox'),
    publicUrl: PUBLIC_URL,
    from: config.MAIL_FROM,
    log,
  })
  const files = await createImageFiles(config, (problem) => {
    if (problem) log.error({ err: problem }, 'pictures cannot be stored or shown')
    else log.warn('pictures can be stored and shown again')
  })
  const keys = await readImageKeys({ setting: config.IMAGE_KEY, dataDir, files })
  const images = await openImageStore({ files, keys })
  const deps: Deps = {
    db,
    heartbeat,
    unnamedProxies,
    clock,
    now,
    seed: overrides.seed ?? (() => randomInt(2 ** 32)),
    newId,
    mail,
    images,
    passwords: overrides.passwords ?? createPasswords(postgres ? { slots: shareHashes(hmac) } : {}),
    limits,
    hmac,
    disk: overrides.disk ?? createDiskMonitor([dataDir, getImagesFolder(config) ?? dataDir]),
    spoolFolder: await openSpoolFolder(join(dataDir, 'spool')),
    secretBox: createSecretBox(secret),
    secondFactor: {
      requirement: config.SECOND_FACTOR,
      relyingParty: config.hasPublicUrl ? toRelyingParty(PUBLIC_URL) : null,
    },
    log,
    isHttps: overrides.isHttps ?? PUBLIC_URL.startsWith('https:'),
  }
  const close = async () => {
    await mail.close()
    await limits.close()
    await db.close()
  }
  return { deps, close }
}

/** Only on PostgreSQL several processes serve one institute; they have the same secret. */
function shareHashes(hmac: Deps['hmac']) {
  const name = `academy-hashes-${hmac('hashing-slots', '')}`
  return createMachineSlots({ name, count: countOwnHashesAtOnce() })
}

/**
 * Acknowledged data is on disk; nothing more may be acknowledged. A restart recovers from the log.
 */
function exitAtOnce(log: Logger) {
  return (error: unknown) => {
    log.fatal({ err: error }, 'the disk refuses to keep data')
    process.exit(1)
  }
}

const loadPostgres = () => import('./database/postgres.ts')

/** A machine all of whose clocks are this one. */
function toMachineClock(now: () => number): MachineClock {
  return { getWallTime: now, getMonotonicMs: now, getBootMs: now, bootId: '', host: '' }
}
