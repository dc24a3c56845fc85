import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { steadyClock } from './clock.ts'
import { openSqlite } from './database/sqlite.ts'
import type { Deps } from './deps.ts'
import { openDisk } from './disk-space.ts'
import { readImageKeys } from './images/image-key.ts'
import { openImages } from './images/open-images.ts'
import { openLimits } from './limits.ts'
import { openMail } from './mail/open-mail.ts'
import { openPasswords } from './passwords.ts'
import { toRelyingParty } from './relying-party.ts'
import { openSecretBox } from './secret-box.ts'
import { openHmac, readSecretKey } from './secret-key.ts'
import type { Settings } from './settings.ts'
import { openSpoolFolder } from './upload-spool.ts'

type Opened = { readonly deps: Deps; readonly close: () => Promise<void> }

/** Everything outside the process, as the settings want it; closed in order. */
export async function openDeps(settings: Settings, log: Logger): Promise<Opened> {
  const { DATA_DIR: dataDir, DATABASE_URL, PUBLIC_URL } = settings
  const imagesFolder = settings.IMAGES_URL ?? join(dataDir, 'images')
  const now = steadyClock()
  const newId = () => randomBytes(16).toString('base64url')
  const postgres = DATABASE_URL
    ? await (await loadPostgres()).openPostgres(DATABASE_URL, log)
    : null
  const secret = await readSecretKey({ setting: settings.SECRET_KEY, dataDir })
  const hmac = openHmac(secret)
  const db =
    postgres ??
    (await openSqlite({
      dataDir,
      onDiskFault: endAtOnce(log),
      onCleaningFailure: (err) => log.warn({ err }, 'the database file is not cleaned yet'),
    }))
  const isOn = settings.RATE_LIMITS === 'on'
  const limits = await openLimits(
    postgres ? { pool: postgres.pool, isOn, hmac } : { dataDir, isOn, hmac },
  )
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
  const keys = await readImageKeys({ setting: settings.IMAGE_KEY, dataDir, imagesFolder })
  const images = await openImages({ folder: imagesFolder, keys })
  const deps: Deps = {
    db,
    now,
    seed: () => randomInt(2 ** 32),
    newId,
    mail,
    images,
    passwords: openPasswords(),
    limits,
    hmac,
    disk: openDisk([dataDir, imagesFolder]),
    spoolFolder: await openSpoolFolder(join(dataDir, 'spool')),
    secretBox: openSecretBox(secret),
    secondFactor: {
      requirement: settings.SECOND_FACTOR,
      relyingParty: settings.hasPublicUrl ? toRelyingParty(PUBLIC_URL) : null,
    },
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
function endAtOnce(log: Logger) {
  return (error: unknown) => {
    log.fatal({ err: error }, 'the disk refuses to keep data')
    process.exit(1)
  }
}

const loadPostgres = () => import('./database/postgres.ts')
