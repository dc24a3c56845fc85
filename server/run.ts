import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { closeOverdue } from './attempts/close-overdue.ts'
import { makeFirstAdmin } from './auth/first-admin.ts'
import { sweepSessions } from './auth/sessions.ts'
import { steadyClock } from './clock.ts'
import { claimFolder } from './database/one-instance.ts'
import { openSqlite } from './database/sqlite.ts'
import type { Deps } from './deps.ts'
import { readImageKey } from './images/image-key.ts'
import { openImages } from './images/open-images.ts'
import { openLimits } from './limits.ts'
import { openMail } from './mail/open-mail.ts'
import { openPasswords } from './passwords.ts'
import { readSettings, type Settings } from './settings.ts'
import { spareMemory } from './spare-memory.ts'

const log = pino({ level: 'warn', redact: ['req.headers.cookie', 'password', 'email', 'phone'] })
const drainMs = 10_000

/** Opens everything, listens, and closes in order when told to stop. */
export async function run() {
  try {
    await open(readSettings(process.env))
  } catch (error) {
    console.error(`Could not start: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}

async function open(settings: Settings) {
  const { DATA_DIR: dataDir } = settings
  const letGo = settings.DATABASE_URL ? () => {} : claimFolder(dataDir)
  if (!letGo) throw new Error(`Another process is using the folder ${dataDir}.`)

  const opened = await openDeps(settings)
  const { deps } = opened
  const app = await buildApp(deps, {
    trustProxy: settings.TRUST_PROXY,
    webFolder: join(import.meta.dirname, '../build/client'),
  })
  await closeOverdue(deps)
  const stopSweeping = sweepEvery(deps)
  await app.listen({ port: settings.PORT, host: settings.HOST })
  console.log(`Listening on http://${settings.HOST}:${settings.PORT}`)
  const firstAdmin = await makeFirstAdmin(deps, settings)
  if (firstAdmin) console.log(firstAdmin)
  spareMemory()

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), drainMs).unref()
    stopSweeping()
    await app.close()
    await opened.close()
    letGo()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function openDeps(settings: Settings): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { DATA_DIR: dataDir, DATABASE_URL, PUBLIC_URL } = settings
  const imagesFolder = settings.IMAGES_URL ?? join(dataDir, 'images')
  const now = steadyClock()
  const newId = () => randomBytes(16).toString('base64url')
  const postgres = DATABASE_URL
    ? await (await loadPostgres()).openPostgres(DATABASE_URL, log)
    : null
  const db = postgres ?? (await openSqlite({ dataDir, onDiskFault }))
  const isOn = settings.RATE_LIMITS === 'on'
  const limits = await openLimits(postgres ? { pool: postgres.pool, isOn } : { dataDir, isOn })
  const mail = openMail({
    db,
    now,
    newId,
    smtpUrl: settings.SMTP_URL,
    outboxFolder: join(dataDir, 'outbox'),
    publicUrl: PUBLIC_URL,
    from: settings.MAIL_FROM,
    log,
  })
  const key = await readImageKey({ setting: settings.IMAGE_KEY, dataDir, imagesFolder })
  const images = await openImages({ folder: imagesFolder, key })
  const deps: Deps = {
    db,
    now,
    seed: () => randomInt(2 ** 32),
    newId,
    mail,
    images,
    passwords: openPasswords(),
    limits,
    log,
    isHttps: PUBLIC_URL.startsWith('https:'),
  }
  const close = async () => {
    await mail.close()
    await limits.close()
    await db.close()
  }
  return { deps, close }
}

/** What was acknowledged is on disk; nothing more may be. A restart recovers from the log. */
function onDiskFault(error: unknown) {
  log.fatal({ err: error }, 'the disk refuses to keep data')
  process.exit(1)
}

function sweepEvery(deps: Deps): () => void {
  const sweeps = [
    { every: 5_000, run: () => closeOverdue(deps) },
    { every: 60 * 60_000, run: () => sweepSessions(deps) },
  ]
  const timers = sweeps.map(({ every, run }) =>
    setInterval(() => run().catch((err) => log.error({ err }, 'a sweep failed')), every).unref(),
  )
  return () => timers.forEach(clearInterval)
}

const loadPostgres = () => import('./database/postgres.ts')
