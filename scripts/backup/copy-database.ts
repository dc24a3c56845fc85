import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import Sqlite from 'better-sqlite3'
import { type AuditHead, emptyHead, formatHead } from '#server/audit-log/audit-chain.ts'
import { type BackupFile, databaseName } from './manifest.ts'

const countedTables = ['students', 'exams', 'attempts', 'answers', 'mails', 'audit'] as const

/**
 * Copies a snapshot of the database while the server goes on writing. It copies rows instead of
 * pages, so that nothing erased is left in their unused parts.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new Error(`There is no ${from} to back up.`)
  const source = new Sqlite(from, { readonly: true, timeout: 5_000 })
  try {
    source.prepare('VACUUM INTO ?').run(to)
  } finally {
    source.close()
  }
  checkDatabase(to)
  const file = await open(to, 'r+')
  await file.sync()
  await file.close()
}

/** @throws unless every page of it is intact. Leaves one file, without a write-ahead log. */
export function checkDatabase(path: string): void {
  const database = new Sqlite(path, { fileMustExist: true })
  try {
    const verdict = database.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new Error(`${path} is damaged: ${verdict}`)
    database.pragma('journal_mode = DELETE')
  } finally {
    database.close()
  }
}

export function countRows(path: string): Record<string, number> {
  const database = new Sqlite(path, { readonly: true })
  const counts = countedTables.map((table) => {
    const count = database.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get() as number
    return [table, count] as const
  })
  database.close()
  return Object.fromEntries(counts)
}

/** The newest entry of its audit log. */
export function readAuditHead(path: string): string {
  const database = new Sqlite(path, { readonly: true })
  const newest = 'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1'
  const head = database.prepare(newest).get() as AuditHead | undefined
  database.close()
  return formatHead(head ?? emptyHead)
}

/** The ids of the pictures that the database names. */
export function listPictures(path: string): { encrypted: string[]; plain: string[] } {
  const database = new Sqlite(path, { readonly: true })
  const ids = (sql: string) => database.prepare(sql).pluck().all() as string[]
  const encrypted = ids(
    `SELECT front_image_id FROM students WHERE front_image_id IS NOT NULL
     UNION SELECT back_image_id FROM students WHERE back_image_id IS NOT NULL`,
  )
  const plain = ids('SELECT id FROM images')
  database.close()
  return { encrypted, plain }
}

/** Read in chunks, since it may be larger than the memory. */
export async function hashDatabaseFile(path: string): Promise<BackupFile> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  const { size } = await stat(path)
  return { path: databaseName, bytes: size, sha256: hash.digest('hex') }
}
