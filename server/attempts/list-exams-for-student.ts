import type { StudentExam } from '#contract/exams.ts'
import { countAttemptsLeft } from '#core/attempts/attempt.ts'
import { getDurationWithExtraTimeMs, getSecondsLeft } from '#core/attempts/deadline.ts'
import { getIntegrityMode, type Paper } from '#core/exams/exam.ts'
import type { Deps } from '../deps.ts'
import { type Exam, getPapers, listExamsWithoutCounts } from '../exams/queries.ts'
import { toInstant } from '../http/serialize.ts'
import { findExtraTime } from '../students/queries.ts'
import { countExtraAttempts, listAttempts } from './queries.ts'

/** Released exams, newest first, and one that was taken back while this student sits it. */
export async function listExamsForStudent(
  { db, now }: Deps,
  studentId: string,
): Promise<StudentExam[]> {
  const at = now()
  const attempts = await listAttempts(db.read, studentId)
  const exams = await listExamsWithoutCounts(db.read)
  const granted = await countExtraAttempts(db.read, studentId)
  const extraTimePercent = await findExtraTime(db.read, studentId)
  const running = attempts.filter(({ finishedAt }) => finishedAt === null)
  const papers = await getPapers(
    db.read,
    running.map(({ revisionId }) => revisionId),
  )
  return exams.flatMap((exam) => {
    const own = attempts.filter((attempt) => attempt.examId === exam.id)
    const runningAttempt = running.find((attempt) => attempt.examId === exam.id)
    if (exam.releasedAt === null && !runningAttempt) return []
    const shown = runningAttempt ?? own[0]
    const left = countAttemptsLeft(own.length, exam.attemptsAllowed, granted.get(exam.id))
    return [
      {
        ...describePaper(
          exam,
          runningAttempt && papers.get(runningAttempt.revisionId),
          extraTimePercent,
        ),
        attemptsLeft: left,
        released: true as const,
        attempt: shown
          ? {
              _id: shown.id,
              status: shown.finishedAt === null ? ('In progress' as const) : ('Completed' as const),
              endsAt: toInstant(shown.endsAt),
              secondsLeft: shown.finishedAt === null ? getSecondsLeft(shown.endsAt, at) : 0,
            }
          : null,
        canStart: runningAttempt !== undefined || left !== 0,
      },
    ]
  })
}

/** A running attempt keeps the revision it started with. */
function describePaper(exam: Exam, paper: Paper | undefined, extraTimePercent: number) {
  const durationMinutes = paper?.durationMinutes ?? exam.durationMinutes
  return {
    _id: exam.id,
    title: paper?.title ?? exam.title,
    numQuestions: paper?.questions.length ?? exam.questionCount,
    duration: durationMinutes,
    ownDurationSeconds: Math.round(
      getDurationWithExtraTimeMs(durationMinutes, extraTimePercent) / 1000,
    ),
    integrityMode: getIntegrityMode(paper ?? {}, exam),
  }
}
