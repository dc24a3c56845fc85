import type { StudentExam } from '#contract/exams.ts'
import { countAttemptsLeft } from '#core/attempts/attempt.ts'
import { getDurationWithExtraTimeMs, getSecondsLeft } from '#core/attempts/deadline.ts'
import { getIntegrityMode, type Paper } from '#core/exams/exam.ts'
import { attemptRowsOf, grantCounts } from '../attempts/store.ts'
import type { Deps } from '../deps.ts'
import { findExtraTime } from '../students/queries.ts'
import { type Exam, listUncounted, papersOf } from './store.ts'

/** Released tests, newest first, and one that was taken back while this student sits it. */
export async function listTestsForStudent(
  { db, now }: Deps,
  studentId: string,
): Promise<StudentExam[]> {
  const at = now()
  const attempts = await attemptRowsOf(db.read, studentId)
  const exams = await listUncounted(db.read)
  const granted = await grantCounts(db.read, studentId)
  const extraTimePercent = await findExtraTime(db.read, studentId)
  const running = attempts.filter(({ finishedAt }) => finishedAt === null)
  const papers = await papersOf(
    db.read,
    running.map(({ revisionId }) => revisionId),
  )
  return exams.flatMap((exam) => {
    const own = attempts.filter((attempt) => attempt.examId === exam.id)
    const runs = running.find((attempt) => attempt.examId === exam.id)
    if (exam.releasedAt === null && !runs) return []
    const shown = runs ?? own[0]
    const left = countAttemptsLeft(own.length, exam.attemptsAllowed, granted.get(exam.id))
    return [
      {
        ...aboutPaper(exam, runs && papers.get(runs.revisionId), extraTimePercent),
        attemptsLeft: left,
        released: true as const,
        attempt: shown
          ? {
              _id: shown.id,
              status: shown.finishedAt === null ? ('In progress' as const) : ('Completed' as const),
              endsAt: new Date(shown.endsAt).toISOString(),
              secondsLeft: shown.finishedAt === null ? getSecondsLeft(shown.endsAt, at) : 0,
            }
          : null,
        canStart: runs !== undefined || left !== 0,
      },
    ]
  })
}

/** Whoever sits an earlier paper goes on by that one. */
function aboutPaper(exam: Exam, paper: Paper | undefined, extraTimePercent: number) {
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
