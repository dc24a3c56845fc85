import '#server/platform/private-files.ts'
import { readConfig } from '#server/config.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { verifyAudit } from './verify-audit-log.ts'

try {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env)
  const db = DATABASE_URL
    ? await openPostgres(DATABASE_URL, console)
    : await openSqlite({ dataDir: DATA_DIR, onDiskFault: tell })
  const { isWhole, text } = await verifyAudit(db.read, process.argv.slice(2)).finally(db.close)
  if (isWhole) console.log(text)
  else tell(text)
} catch (error) {
  tell(error)
}

function tell(error: unknown) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
