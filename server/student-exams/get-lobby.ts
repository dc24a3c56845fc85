import { getDurationWithExtraTimeMs } from '#core/attempts/deadline.ts'
import { getLobbyPollSeconds, getStartOffsetMs } from '#core/exam-windows/lobby.ts'
import { resolveAccess, type StudentAccess } from '#core/exam-windows/window.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { listStudentWindows } from '../exam-windows/student-windows.ts'
import { type Exam, findExam } from '../exams/queries.ts'
import { findAccommodations } from '../students/queries.ts'

type Lobby = {
  readonly exam: Exam
  /** Null where the exam has no windows. */
  readonly access: StudentAccess | null
  readonly ownDurationMs: number
  readonly startOffsetMs: number
  readonly pollAfterSeconds: number
  readonly at: number
}

/**
 * The exam as a student may see it before the opening: nothing of the paper but its title and its
 * size.
 */
export async function getLobby(
  { db, now }: Deps,
  { examId, studentId }: { examId: string; studentId: string },
): Promise<Lobby | Refusal<'test-not-found'>> {
  const exam = await findExam(db.read, examId)
  if (!exam || exam.releasedAt === null) return refuse('test-not-found')
  const windows = await listStudentWindows(db.read, { examId, studentId })
  const at = now()
  const access = windows && resolveAccess(windows, at)
  if (windows && !access) return refuse('test-not-found')
  const { extraTimePercent } = await findAccommodations(db.read, studentId)
  return {
    exam,
    access,
    ownDurationMs: getDurationWithExtraTimeMs(exam.durationMinutes, extraTimePercent),
    startOffsetMs: getStartOffsetMs(studentId, examId),
    pollAfterSeconds: getLobbyPollSeconds(access ? access.opensAt - at : 0),
    at,
  }
}
