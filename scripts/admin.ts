import '#server/platform/private-files.ts'
import { randomBytes } from 'node:crypto'
import { type Config, readConfig } from '#server/config.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { createEmailQueue } from '#server/platform/mailer/mailer.ts'
import { createPasswords } from '#server/platform/passwords.ts'
import { createHmacFunction, readSecretKey } from '#server/platform/secret-key.ts'
import { confirm, readCommand } from './command-line/read-command.ts'
import { describeLoss, manageAdmins } from './manage-admins.ts'

const commandLine = readCommand('admin')
const loss = describeLoss(commandLine)
if (loss) await confirm(commandLine.values.yes, loss)

try {
  const config = readConfig(process.env)
  const { SECRET_KEY: setting, DATA_DIR: dataDir } = config
  const db = await openDatabase(config)
  const hmac = createHmacFunction(await readSecretKey({ setting, dataDir }))
  const newId = () => randomBytes(16).toString('base64url')
  const mail = { queue: createEmailQueue({ newId, publicUrl: config.PUBLIC_URL }) }
  const deps = { db, now: Date.now, newId, passwords: createPasswords(), hmac, mail }
  await manageAdmins(deps, commandLine).then(console.log, printError)
  await db.close()
} catch (error) {
  printError(error)
}

/** The server may keep running: its next call sees the change. */
function openDatabase({ DATABASE_URL, DATA_DIR }: Config) {
  return DATABASE_URL
    ? openPostgres(DATABASE_URL, console, console.error)
    : openSqlite({ dataDir: DATA_DIR, onDiskFault: printError })
}

function printError(error: unknown) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
