import type { AwaitedStudents } from '#contract/exams.ts'
import { getLastEntry, getWindowPhase } from '#core/exam-windows/window.ts'
import type { Db } from '../database/database.ts'
import { listWindowStudents } from '../exam-windows/audience.ts'
import { listExamWindows } from '../exam-windows/queries.ts'
import { toInstant } from '../http/serialize.ts'
import { listTakers } from './window-attempts.ts'

/**
 * Finds the students whom a window lets start at this moment and who have no attempt; null where
 * there are none.
 */
export async function findAwaitedStudents(
  db: Db,
  examId: string,
  at: number,
): Promise<AwaitedStudents | null> {
  const windows = await listExamWindows(db, examId)
  const open = windows.filter((window) => getWindowPhase(window, at) === 'open')
  if (open.length === 0) return null
  const until = toInstant(Math.max(...open.map((window) => getLastEntry(window) + 1)))
  if (open.some(({ kind }) => kind === 'everyone')) return { awaited: null, until }

  const takers = await listTakers(db, examId)
  const students = new Set((await listWindowStudents(db, open)).map(({ id }) => id))
  const awaited = students.difference(takers).size
  return awaited > 0 ? { awaited, until } : null
}
