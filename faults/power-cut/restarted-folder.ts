import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openSqlite } from '#server/database/sqlite.ts'
import { decrypt, parseKeyRing } from '#server/platform/images/image-encryption.ts'
import type { Acknowledgement } from '#simulated-class/ledger.ts'
import { findLostAnswers } from '../find-lost-answers.ts'
import { imageKey } from './record-writes.ts'

/** The acknowledgements by a moment. */
export type Acknowledged = {
  readonly answers: ReadonlyMap<string, Acknowledgement>
  readonly emails: ReadonlySet<string>
}

/** The server's own way of opening takes longer, and is tried at some of the cuts. */
const productOpensEvery = 50

/**
 * A folder, in memory where that is possible, that gets what a power cut left.
 * @param dataDir where the files had lain
 */
export function createRestartedFolder(dataDir: string) {
  const memory = '/dev/shm'
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'after-cut-'))
  let count = 0
  return {
    /** Losses, or what keeps the database from opening: one line each. */
    async findLosses(
      files: ReadonlyMap<string, Buffer>,
      acknowledged: Acknowledged,
    ): Promise<string[]> {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      for (const [path, bytes] of files) {
        if (dirname(path) === dataDir) writeFileSync(join(folder, basename(path)), bytes)
      }
      count += 1
      try {
        if (count % productOpensEvery === 0) await openLikeServer(folder)
        return listLosses(join(folder, 'institute.db'), acknowledged, (id) =>
          files.get(join(dataDir, 'images', `${id}.sealed`)),
        )
      } catch (error) {
        return [`the database does not open: ${error instanceof Error ? error.message : error}`]
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function openLikeServer(dataDir: string) {
  const onDiskFault = (error: unknown) => {
    throw error
  }
  const db = await openSqlite({ dataDir, onDiskFault })
  await db.close()
}

type GetPicture = (id: string) => Buffer | undefined

function listLosses(
  file: string,
  { answers, emails }: Acknowledged,
  getPicture: GetPicture,
): string[] {
  const database = new Sqlite(file, { fileMustExist: true })
  try {
    const verdict = String(database.pragma('integrity_check', { simple: true }))
    return [
      ...(verdict === 'ok' ? [] : [verdict]),
      ...findLostAnswers(database, answers.values()).map(
        ({ attemptId, sequence }) => `answer ${sequence} of ${attemptId}`,
      ),
      ...listLostStudents(database, emails, getPicture),
    ]
  } finally {
    database.close()
  }
}

type StudentRow = {
  readonly email: string
  readonly front_image_id: string | null
  readonly back_image_id: string | null
}

function listLostStudents(
  database: Sqlite.Database,
  emails: ReadonlySet<string>,
  getPicture: GetPicture,
): string[] {
  const students = database
    .prepare('SELECT email, front_image_id, back_image_id FROM students')
    .all() as StudentRow[]
  const found = new Set(students.map(({ email }) => email))
  const pictures = students.flatMap((row) => [row.front_image_id, row.back_image_id])
  return [
    ...[...emails]
      .filter((email) => !found.has(email))
      .map((email) => `the registration of ${email}`),
    ...pictures
      .filter((id) => id !== null && !canDecrypt(id, getPicture(id)))
      .map((id) => `the picture ${id}, which a row names`),
  ]
}

const keys = parseKeyRing(imageKey, 'IMAGE_KEY')

function canDecrypt(id: string, sealed: Buffer | undefined): boolean {
  try {
    return sealed !== undefined && decrypt(keys, id, sealed).length > 0
  } catch {
    return false
  }
}
