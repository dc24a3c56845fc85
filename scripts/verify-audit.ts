import '#server/platform/private-files.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatHead, parseHead, verifyAuditChain } from '#server/audit-log/audit-chain.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { manifestName, readManifest } from './backup/manifest.ts'
import { formatHelp } from './command-line/help.ts'
import { operatorCommands } from './command-line/operator-commands.ts'
import { readCommand } from './command-line/read-command.ts'

const { words } = readCommand('verify-audit')

/**
 * Carries out `npm run verify-audit` and returns what it prints.
 * @throws with its help when the head is invalid
 */
async function verifyAuditLog(
  db: Db,
  headOrBackup: string | undefined,
): Promise<{ isWhole: boolean; text: string }> {
  const head = headOrBackup === undefined ? undefined : await readHead(headOrBackup)
  if (head === null) throw new Error(formatHelp('verify-audit', operatorCommands['verify-audit']))
  const report = await verifyAuditChain(db, head)
  if (!report.isIntact) {
    return { isWhole: false, text: `BROKEN at entry ${report.brokenAt}: ${report.reason}.` }
  }
  const count = `${report.count} ${report.count === 1 ? 'entry' : 'entries'}`
  return { isWhole: true, text: `OK: ${count}, head ${formatHead(report.head)}` }
}

async function readHead(headOrBackup: string) {
  if (!existsSync(join(headOrBackup, manifestName))) return parseHead(headOrBackup)
  const { auditHead } = await readManifest(headOrBackup)
  if (auditHead === undefined)
    throw new Error(`The backup ${headOrBackup} is from before heads were kept.`)
  return parseHead(auditHead)
}

try {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env)
  const db = DATABASE_URL
    ? await openPostgres(DATABASE_URL, console, console.error)
    : await openSqlite({ dataDir: DATA_DIR, onDiskFault: printError })
  const { isWhole, text } = await verifyAuditLog(db.read, words[0]).finally(db.close)
  if (isWhole) console.log(text)
  else printError(text)
} catch (error) {
  printError(error)
}

function printError(error: unknown) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
