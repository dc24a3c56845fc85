import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { RandomNumber } from '#core/random.ts'
import { verifyAuditChain } from '#server/audit-log/audit-chain.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { requireStrace, toStraceCommand, waitForLogEnd } from '../strace.ts'
import { makeOldDatabase } from './old-database.ts'

/** Calls by which the file changes: a process that is killed at one has not done it. */
const changingCalls = ['pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'unlink']

/** The how-manieth of these calls. */
type Moment = { readonly name: string; readonly ordinal: number }

export type MigrationKillReport = {
  /** How many such calls a migration makes that nobody kills. */
  readonly calls: number
  kills: number
  /** Kills after which some migrations were there, and some not. */
  halfway: number
  /** One line each. */
  readonly broken: string[]
}

type MigrationKillOptions = {
  /** At most; every call is one where there are enough. */
  readonly kills: number
  readonly random: RandomNumber
  readonly onProgress?: (kills: number) => void
}

/** Kills a process at each call by which it migrates an old database, and opens what is left. */
export async function runMigrationKills({
  kills,
  random,
  onProgress = () => {},
}: MigrationKillOptions): Promise<MigrationKillReport> {
  requireStrace()
  const folder = mkdtempSync(join(tmpdir(), 'migration-kills-'))
  const old = join(folder, 'old.db')
  try {
    makeOldDatabase(old)
    const before = countMigrations(old)
    const clean = await migrate(folder, { old, killAt: null })
    const expected = await openAndDump(clean.dataDir)
    const report: MigrationKillReport = {
      calls: clean.moments.length,
      kills: 0,
      halfway: 0,
      broken: [],
    }
    for (const killAt of pickMoments(clean.moments, kills, random)) {
      const { dataDir } = await migrate(folder, { old, killAt })
      report.kills += 1
      const applied = countMigrations(join(dataDir, 'institute.db'))
      if (applied > before && applied < expected.migrations) report.halfway += 1
      const found = await openAndDump(dataDir).catch((error) => ({ text: String(error) }))
      if (found.text !== expected.text) {
        const difference = describeDifference(found.text, expected.text)
        report.broken.push(`killed at ${killAt.name} ${killAt.ordinal}: ${difference}`)
      }
      onProgress(report.kills)
    }
    return report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function pickMoments(all: readonly Moment[], most: number, random: RandomNumber): Moment[] {
  const left = [...all]
  while (left.length > most) left.splice(Math.floor(random() * left.length), 1)
  return left
}

type MigrateOptions = { readonly old: string; readonly killAt: Moment | null }

/** @returns also the calls that a process made which nobody killed */
async function migrate(folder: string, { old, killAt }: MigrateOptions) {
  const dataDir = join(folder, 'data')
  const log = join(folder, 'calls.log')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir)
  copyFileSync(old, join(dataDir, 'institute.db'))
  const inject = killAt && { inject: `${killAt.name}:signal=SIGKILL:when=${killAt.ordinal}` }
  const [program, ...args] = [
    ...toStraceCommand({ log, calls: changingCalls, ...inject }),
    ...[process.execPath, join(import.meta.dirname, 'open-database.ts')],
  ]
  const child = spawn(program as string, args, {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'exit')
  if (killAt === null ? code !== 0 : signal !== 'SIGKILL') {
    throw new Error(`The migrating process ended with ${code ?? signal}`)
  }
  await waitForLogEnd(log)
  return { dataDir, moments: listMoments(log, child.pid as number) }
}

/** strace counts each call by itself, in each thread; SQLite works in the first one. */
function listMoments(log: string, pid: number): Moment[] {
  const counts = new Map<string, number>()
  const moments: Moment[] = []
  for (const line of readFileSync(log, 'latin1').split('\n')) {
    const [, thread, name = ''] = /^(\d+) +[\d.]+ (\w+)\(/.exec(line) ?? []
    if (Number(thread) !== pid) continue
    const ordinal = (counts.get(name) ?? 0) + 1
    counts.set(name, ordinal)
    moments.push({ name, ordinal })
  }
  return moments
}

/** Looks at copies: to open a database is to recover it. */
function countMigrations(file: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'migration-count-'))
  for (const ending of ['', '-wal']) {
    if (existsSync(file + ending)) copyFileSync(file + ending, join(folder, `copy.db${ending}`))
  }
  const sqlite = new Sqlite(join(folder, 'copy.db'))
  const count = sqlite.prepare('SELECT count(*) FROM migrations').pluck().get() as number
  sqlite.close()
  rmSync(folder, { recursive: true })
  return count
}

/**
 * Dumps the database without the audit log's hashes, which are salted anew each time; its chain
 * must hold.
 */
async function openAndDump(dataDir: string) {
  const onDiskFault = (error: unknown) => {
    throw error
  }
  const db = await openSqlite({ dataDir, onDiskFault })
  const { isIntact } = await verifyAuditChain(db.read)
  await db.close()
  const sqlite = new Sqlite(join(dataDir, 'institute.db'), { readonly: true })
  const verdict = String(sqlite.pragma('integrity_check', { simple: true }))
  const schema = sqlite
    .prepare("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    .all() as { readonly name: string; readonly sql: string }[]
  const tables = schema.filter(({ sql }) => sql?.startsWith('CREATE TABLE'))
  const contents = tables.map(({ name }) => {
    const rows = sqlite.prepare(`SELECT * FROM "${name}"`).all()
    return rows.map((row) => JSON.stringify(row, omitHashes)).sort()
  })
  sqlite.close()
  const migrations = countMigrations(join(dataDir, 'institute.db'))
  return { migrations, text: JSON.stringify({ verdict, isIntact, schema, contents }) }
}

function omitHashes(key: string, value: unknown): unknown {
  return ['hash', 'previous_hash', 'value_hashes', 'salt'].includes(key) ? undefined : value
}

function describeDifference(found: string, expected: string): string {
  let at = 0
  while (at < found.length && found[at] === expected[at]) at += 1
  return `…${found.slice(Math.max(0, at - 40), at + 80)}`
}
