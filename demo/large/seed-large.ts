import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { migrateSqlite } from '#server/database/migrate.ts'
import { createPasswords } from '#server/platform/passwords.ts'
import { demoPassword } from '../logins.ts'
import { createRandom } from '../random.ts'
import { addAttempts } from './attempts.ts'
import { addAudit } from './audit.ts'
import { addBatches } from './batches.ts'
import { addCohort, addEnquiries } from './cohort.ts'
import { createIdGenerator } from './create-inserter.ts'
import { addExams } from './exams.ts'

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
    const random = createRandom(10_000)
    const common = { random, newId: createIdGenerator(random.next), now }
    sqlite.transaction(() => {
      const members = addCohort(sqlite, { ...common, passwordHash, count: sizes.students })
      addEnquiries(sqlite, members, common)
      const unreleased = Math.floor(sizes.exams / 25)
      const exams = addExams(sqlite, { ...common, count: sizes.exams, unreleased })
      const attempts = addAttempts(sqlite, exams, members, { ...common, count: sizes.attempts })
      addBatches(sqlite, { members, exams, newId: common.newId, now })
      addAudit(sqlite, { members, exams, attempts }, common)
    })()
    sqlite.pragma('journal_mode = WAL')
  } finally {
    sqlite.close()
  }
}
