import type { StudentExam } from '#contract/exams.ts'
import { countAttemptsLeft, isExtraAttempt, isWaiting } from '#core/attempts/attempt.ts'
import { getDurationWithExtraTimeMs, getSecondsLeft } from '#core/attempts/deadline.ts'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import { findEntryRefusal, resolveAccess } from '#core/exam-windows/window.ts'
import { getIntegrityMode, isFree, type Paper } from '#core/exams/exam.ts'
import { canStudentSeeResult } from '#core/grading/release.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'
import { countAnswers, countExtraAttempts } from '../attempts/count-queries.ts'
import { listAttempts } from '../attempts/queries.ts'
import type { Deps } from '../deps.ts'
import { serializeAccess } from '../exam-windows/serialize.ts'
import { listWindowsByExam } from '../exam-windows/student-windows.ts'
import { getScripts } from '../exams/paper-scripts.ts'
import { type Exam, getPapers, listExams } from '../exams/queries.ts'
import { toInstant } from '../http/serialize.ts'
import { findAccommodations } from '../students/queries.ts'

/**
 * Released exams, newest first, plus a withdrawn one that this student is still taking. One with
 * windows is shown to whom it has one for, and to those who have taken it.
 */
export async function listExamsForStudent(
  { db, now }: Deps,
  studentId: string,
): Promise<StudentExam[]> {
  const at = now()
  const attempts = await listAttempts(db.read, studentId)
  const exams = await listExams(db.read)
  const granted = await countExtraAttempts(db.read, studentId)
  const { extraTimePercent, hasAssistiveTools } = await findAccommodations(db.read, studentId)
  const windowsByExam = await listWindowsByExam(db.read, studentId)
  const running = attempts.filter(({ finishedAt }) => finishedAt === null)
  const papers = await getPapers(
    db.read,
    running.map(({ revisionId }) => revisionId),
  )
  const released = exams.filter(({ releasedAt }) => releasedAt !== null)
  const scripts = await getScripts(
    db.read,
    [...released, ...running].map(({ revisionId }) => revisionId),
  )
  const waiting = running.filter((attempt) => isWaiting(attempt, at))
  const answered = await countAnswers(
    db.read,
    waiting.map(({ id }) => id),
  )
  return exams.flatMap((exam) => {
    const own = attempts.filter((attempt) => attempt.examId === exam.id)
    const runningAttempt = running.find((attempt) => attempt.examId === exam.id)
    if (exam.releasedAt === null && !runningAttempt) return []
    const windows = windowsByExam.get(exam.id)
    const access = windows && resolveAccess(windows, at)
    if (windows && !access && own.length === 0) return []
    const isExtra = isExtraAttempt(own.length, exam.attemptsAllowed)
    const canEnter = access
      ? findEntryRefusal(access, { isExtraAttempt: isExtra }) === null
      : windows === undefined
    const shown = runningAttempt ?? own[0]
    const ownScripts = scripts.get((runningAttempt ?? exam).revisionId) ?? []
    const left = countAttemptsLeft(own.length, exam.attemptsAllowed, granted.get(exam.id))
    return [
      {
        ...describePaper(
          exam,
          runningAttempt && papers.get(runningAttempt.revisionId),
          extraTimePercent,
        ),
        ...(hasAssistiveTools && { assistiveTools: true as const }),
        ...(ownScripts.length > 0 && { scripts: [...ownScripts] }),
        attemptsLeft: left,
        released: true as const,
        ...(access && { window: serializeAccess(access) }),
        attempt: shown
          ? describeAttempt(shown, exam, { at, answered: answered.get(shown.id) })
          : null,
        canStart: runningAttempt !== undefined || (left !== 0 && canEnter),
      },
    ]
  })
}

/** The running attempt at this exam or, if none runs, the newest one. */
function describeAttempt(
  attempt: AttemptRecord,
  { resultsReleasedAt }: Exam,
  { at, answered = 0 }: { at: number; answered: number | undefined },
): NonNullable<StudentExam['attempt']> {
  const { id, finishedAt, clockStartsAt } = attempt
  const endsAt = getDeadlineFrom(attempt, at)
  const isRunning = finishedAt === null
  const visibility = { resultsReleasedAt, isOver: !isRunning, hasRunningAttempt: isRunning }
  return {
    _id: id,
    status: isRunning ? 'In progress' : 'Completed',
    endsAt: toInstant(endsAt),
    secondsLeft: isRunning ? getSecondsLeft(endsAt, at) : 0,
    ...(isWaiting(attempt, at) && {
      waiting: { resumesBy: toInstant(clockStartsAt ?? at), answered },
    }),
    ...(attempt.pausedAt !== null && { paused: true as const }),
    ...(!attempt.isVoid && canStudentSeeResult(visibility) && { resultReleased: true as const }),
  }
}

/** A running attempt keeps the revision it started with. */
function describePaper(exam: Exam, paper: Paper | undefined, extraTimePercent: number) {
  const durationMinutes = paper?.durationMinutes ?? exam.durationMinutes
  const isFreePaper = paper ? isFree(paper) : exam.navigation === 'free'
  return {
    _id: exam.id,
    title: paper?.title ?? exam.title,
    numQuestions: paper?.questions.length ?? exam.questionCount,
    duration: durationMinutes,
    ownDurationSeconds: Math.round(
      getDurationWithExtraTimeMs(durationMinutes, extraTimePercent) / 1000,
    ),
    integrityMode: getIntegrityMode(paper ?? {}, exam),
    ...(isFreePaper && { navigation: 'free' as const }),
  }
}
