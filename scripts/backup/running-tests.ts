import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { formatInstant, pluralize } from '#contract/format.ts'
import { databaseName } from './manifest.ts'

type RunningTest = {
  readonly title: string
  readonly students: number
  /** The longest deadline among those who have time left; a pause moves it. */
  readonly endsAt: number
}

/** Reads the tests that students were taking when the backup was made. */
export function readRunningTests(dataDir: string, madeAt: number): RunningTest[] {
  const database = new Sqlite(join(dataDir, databaseName), { readonly: true, fileMustExist: true })
  try {
    return database
      .prepare<[number], RunningTest>(
        `SELECT exams.title, COUNT(*) AS students, MAX(attempts.ends_at) AS endsAt
        FROM attempts JOIN exams ON exams.id = attempts.exam_id
        WHERE finished_at IS NULL AND (closes_at > ? OR paused_at IS NOT NULL)
        GROUP BY exams.id ORDER BY exams.title_key`,
      )
      .all(madeAt)
  } finally {
    database.close()
  }
}

/** One line for each test; empty where nobody was taking one. */
export function describeRunningTests(running: readonly RunningTest[]): string {
  return running
    .map(({ title, students, endsAt }) => {
      const [were, time] = students === 1 ? ['was', 'had time'] : ['were', 'the last had time']
      return `${pluralize(students, 'student')} ${were} taking ${title} when this was made, and ${time} until ${formatInstant(endsAt)}: what came after that is missing. Reopen their attempts, or give them more time under Live.`
    })
    .join('\n')
}
