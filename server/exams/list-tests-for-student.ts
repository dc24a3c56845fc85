import type { TestForStudent } from '#contract/exams.ts'
import { attemptsLeft } from '#core/attempt.ts'
import { ownDurationMs, secondsLeft } from '#core/deadline.ts'
import { attemptRowsOf, grantCounts } from '../attempts/store.ts'
import type { Deps } from '../deps.ts'
import { extraTimeOf } from '../students/store.ts'
import { listUncounted } from './store.ts'

/** Released tests, newest first, and one that was taken back while this student sits it. */
export async function listTestsForStudent(
  { db, now }: Deps,
  studentId: string,
): Promise<TestForStudent[]> {
  const at = now()
  const attempts = await attemptRowsOf(db.read, studentId)
  const exams = await listUncounted(db.read)
  const granted = await grantCounts(db.read, studentId)
  const extraTimePercent = await extraTimeOf(db.read, studentId)
  return exams.flatMap((exam) => {
    const own = attempts.filter((attempt) => attempt.examId === exam.id)
    const running = own.find((attempt) => attempt.finishedAt === null)
    if (exam.releasedAt === null && !running) return []
    const shown = running ?? own[0]
    const left = attemptsLeft(own.length, exam.attemptsAllowed, granted.get(exam.id))
    return [
      {
        _id: exam.id,
        title: exam.title,
        numQuestions: exam.questionCount,
        duration: exam.durationMinutes,
        ownDurationSeconds: Math.round(
          ownDurationMs(exam.durationMinutes, extraTimePercent) / 1000,
        ),
        integrityMode: exam.integrityMode,
        attemptsLeft: left,
        released: true as const,
        attempt: shown
          ? {
              _id: shown.id,
              status: shown.finishedAt === null ? ('In progress' as const) : ('Completed' as const),
              endsAt: new Date(shown.endsAt).toISOString(),
              secondsLeft: shown.finishedAt === null ? secondsLeft(shown.endsAt, at) : 0,
            }
          : null,
        canStart: running !== undefined || left !== 0,
      },
    ]
  })
}
