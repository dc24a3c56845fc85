import type { LiveStudent } from '#contract/live.ts'
import type { Seat } from '#core/exam-windows/seats.ts'
import { listTakers } from '../attempts/window-attempts.ts'
import type { Db } from '../database/database.ts'
import { listWindowStudents, type WindowStudent } from '../exam-windows/audience.ts'
import { listExamWindows } from '../exam-windows/queries.ts'
import { listLiveSeats } from '../exam-windows/seat-queries.ts'

/** A class is waited for from then on. */
const beforeOpeningMs = 60 * 60_000

export type ExpectedStudent = Pick<WindowStudent, 'id' | 'name' | 'identifier'> & {
  readonly seat: Seat | null
}

/**
 * Lists the students who have a window that is open, or opens within the hour, and no attempt. A
 * window for everyone, as a test without windows, expects nobody.
 */
export async function listExpectedStudents(
  db: Db,
  examId: string,
  at: number,
): Promise<ExpectedStudent[]> {
  const windows = await listExamWindows(db, examId)
  const near = windows.filter(
    ({ opensAt, closesAt }) => opensAt - beforeOpeningMs <= at && at < closesAt,
  )
  if (near.length === 0) return []
  const takers = await listTakers(db, examId)
  const members = await listWindowStudents(db, near)
  const seats = await listLiveSeats(db, examId, at)
  const expected = new Map(
    members.map((one) => [one.id, { ...one, seat: seats.get(one.id) ?? null }]),
  )
  return [...expected.values()].filter(({ id }) => !takers.has(id))
}

export function toNotStarted(
  { id, name, identifier, seat }: ExpectedStudent,
  totalQuestions: number,
): LiveStudent {
  return {
    studentId: id,
    name,
    ...(identifier !== null && { identifier }),
    ...(seat && { seat }),
    attemptId: null,
    state: 'not-started',
    since: null,
    answered: 0,
    totalQuestions,
    waiting: 0,
    endsAt: null,
    incidents: 0,
    openMessages: 0,
  }
}
