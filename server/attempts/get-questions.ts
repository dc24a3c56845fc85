import type { PaperProgress } from '#contract/attempts.ts'
import type { ImageSizes } from '#contract/questions/question-fields.ts'
import { isOver, isWaiting } from '#core/attempts/attempt.ts'
import { getAllottedTimeMs } from '#core/attempts/deadline.ts'
import { resolveAccess } from '#core/exam-windows/window.ts'
import { getIntegrityMode, type IntegrityMode, isFree, type Paper } from '#core/exams/exam.ts'
import type { Warning } from '#core/proctoring/warnings.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { listStudentWindows } from '../exam-windows/student-windows.ts'
import { type Exam, findExam, getImageSizes, getPaper } from '../exams/queries.ts'
import { findAccommodations } from '../students/queries.ts'
import { listReopenings } from './adjustment-queries.ts'
import type { AttemptWithAnswers } from './attempt-record.ts'
import { listEvents } from './event-queries.ts'
import { countSinceReopening, lacksReloadPrompt, toWarningEvent } from './proctoring-outcome.ts'
import { findAttemptsAtExam } from './queries.ts'
import { listWireProgress } from './question-progress.ts'

export type PendingWarnings = {
  readonly counted: number
  readonly waiting: Warning | null
  readonly leftAt: number | null
}

export type RunningPaper = {
  readonly attempt: AttemptWithAnswers
  readonly paper: Paper
  readonly imageSizes: ImageSizes
  readonly integrityMode: IntegrityMode
  readonly ownDurationMs: number
  readonly hasAssistiveTools: boolean
  readonly warnings: PendingWarnings | null
  /** Null where the paper is not free. */
  readonly progress: PaperProgress | null
  readonly at: number
}

/** The paper of the running attempt; while a reopened one waits, no page shows its questions. */
export async function getQuestions(
  { db, now }: Deps,
  { studentId, examId }: { studentId: string; examId: string },
): Promise<RunningPaper | Refusal<'test-not-found' | 'no-running-attempt'>> {
  const exam = await findExam(db.read, examId)
  if (!exam) return refuse('test-not-found')
  const { running: attempt, count } = await findAttemptsAtExam(db.read, studentId, examId)
  const at = now()
  if (!attempt || isOver(attempt, at) || isWaiting(attempt, at)) {
    const isKnown = count > 0 || (await isAdmitted(db.read, { studentId, exam, at }))
    return refuse(isKnown ? 'no-running-attempt' : 'test-not-found')
  }
  const paper = await getPaper(db.read, attempt.revisionId)
  const { hasAssistiveTools } = await findAccommodations(db.read, studentId)
  const reopenings = attempt.reopenedAt === null ? [] : await listReopenings(db.read, attempt.id)
  const integrityMode = getIntegrityMode(paper, exam)
  return {
    attempt,
    paper,
    imageSizes: await getImageSizes(db.read, paper),
    integrityMode,
    ownDurationMs: getAllottedTimeMs(attempt, reopenings),
    warnings: await findWarnings(db.read, attempt, integrityMode),
    progress: isFree(paper) ? await listWireProgress(db.read, attempt, paper) : null,
    hasAssistiveTools,
    at,
  }
}

/** To a student who never took an exam, and to whom it is not open, it does not exist. */
async function isAdmitted(
  db: Db,
  { studentId, exam, at }: { studentId: string; exam: Exam; at: number },
): Promise<boolean> {
  if (exam.releasedAt === null) return false
  const windows = await listStudentWindows(db, { studentId, examId: exam.id })
  return windows === null || resolveAccess(windows, at) !== null
}

/** Null unless this attempt's warnings are acknowledged. */
async function findWarnings(
  db: Db,
  attempt: AttemptWithAnswers,
  mode: IntegrityMode,
): Promise<PendingWarnings | null> {
  if (!attempt.acknowledgesWarnings || mode === 'observe') return null
  const events = await listEvents(db, attempt.id)
  if (mode === 'strict' && !lacksReloadPrompt(events)) return null
  const { violations, warning } = countSinceReopening(attempt, events.map(toWarningEvent), mode)
  const leaving = events.findLast(({ kind }) => kind === 'refresh')
  const leftAt = leaving?.duration_ms === null ? leaving.at : null
  return { counted: violations, waiting: warning ?? null, leftAt }
}
