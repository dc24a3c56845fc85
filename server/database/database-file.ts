import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const databaseName = 'institute.db'
const restoreHint = 'restore a backup into an empty folder: npm run restore -- backups/backup-…'

/**
 * A database that is made anew where one is expected would hide that it is gone.
 * @throws a sentence for the person who starts the server
 */
export function refuseMissingDatabase(dataDir: string): void {
  const file = join(dataDir, databaseName)
  if (getBytes(file) > 0) return
  if (existsSync(join(dataDir, 'restoring'))) {
    throw new Error(
      `A restore into ${dataDir} was not finished, so ${file} is missing. Run npm run restore again.`,
    )
  }
  const evidence = findEvidence(dataDir)
  if (!evidence) return
  const state = existsSync(file) ? 'empty' : 'missing'
  throw new Error(
    `${file} is ${state}, but ${evidence} of an institute is there. Put the file back, or ${restoreHint}. To begin anew, use an empty folder.`,
  )
}

/** Finds files that are written only once the database exists. */
function findEvidence(dataDir: string): string | null {
  if (existsSync(join(dataDir, `${databaseName}-wal`))) return 'the log'
  if (existsSync(join(dataDir, 'image.key'))) return 'the image.key'
  const images = join(dataDir, 'images')
  return existsSync(images) && readdirSync(images).length > 0 ? 'the folder of images' : null
}

function getBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** @throws where the server could start, but could save nothing */
export function refuseReadOnlyFolder(dataDir: string): void {
  for (const name of ['', 'instance.lock', databaseName, `${databaseName}-wal`]) {
    const path = join(dataDir, name)
    if (!existsSync(path)) continue
    try {
      accessSync(path, constants.W_OK)
    } catch (error) {
      throw new Error(
        `${path} cannot be written to (${getErrorCode(error)}). Let the server's user write to it, or set DATA_DIR to another folder.`,
        { cause: error },
      )
    }
  }
}

/** The error as it is or, of a damaged file, one that says what to do. */
export function explainDamage(error: unknown, dataDir: string): unknown {
  const code = getErrorCode(error)
  if (code !== 'SQLITE_NOTADB' && !code.startsWith('SQLITE_CORRUPT')) return error
  const reason = error instanceof Error ? error.message : code
  return new Error(
    `${join(dataDir, databaseName)} is damaged (${reason}). Keep a copy of ${dataDir}, and ${restoreHint}.`,
    { cause: error },
  )
}

export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
