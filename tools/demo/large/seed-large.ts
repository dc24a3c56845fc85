import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { migrateSqlite } from '#server/database/migrate.ts'
import { createPasswords } from '#server/platform/passwords.ts'
import { openDice } from '../dice.ts'
import { demoPassword } from '../logins.ts'
import { addAttempts } from './attempts.ts'
import { addAudit } from './audit.ts'
import { addCrowd } from './crowd.ts'
import { addEnquiries } from './enquiries.ts'
import { addExams } from './exams.ts'
import { idsFrom } from './rows.ts'

export type Sizes = { readonly students: number; readonly exams: number; readonly attempts: number }

export const largeSizes: Sizes = { students: 10_000, exams: 500, attempts: 100_000 }

/** Rows as the product would have left them after two years, written straight into its tables. */
export async function seedLarge(dataDir: string, now: number, sizes = largeSizes): Promise<void> {
  const passwordHash = await createPasswords().hash(demoPassword)
  const sqlite = new Sqlite(join(dataDir, 'institute.db'))
  try {
    await migrateSqlite(sqlite)
    sqlite.pragma('journal_mode = MEMORY')
    sqlite.pragma('synchronous = OFF')
    sqlite.pragma('cache_size = -400000')
    const dice = openDice(10_000)
    const common = { dice, newId: idsFrom(dice.roll), now }
    sqlite.transaction(() => {
      const members = addCrowd(sqlite, { ...common, passwordHash, count: sizes.students })
      addEnquiries(sqlite, members, common)
      const unreleased = Math.floor(sizes.exams / 25)
      const exams = addExams(sqlite, { ...common, count: sizes.exams, unreleased })
      const sat = addAttempts(sqlite, exams, members, { ...common, count: sizes.attempts })
      addAudit(sqlite, { members, exams, sat }, common)
    })()
    sqlite.pragma('journal_mode = WAL')
  } finally {
    sqlite.close()
  }
}
