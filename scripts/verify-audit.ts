import '#server/platform/private-files.ts'
import { readConfig } from '#server/config.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { verifyAuditLog } from './verify-audit-log.ts'

try {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env)
  const db = DATABASE_URL
    ? await openPostgres(DATABASE_URL, console)
    : await openSqlite({ dataDir: DATA_DIR, onDiskFault: printError })
  const { isWhole, text } = await verifyAuditLog(db.read, process.argv.slice(2)).finally(db.close)
  if (isWhole) console.log(text)
  else printError(text)
} catch (error) {
  printError(error)
}

function printError(error: unknown) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
