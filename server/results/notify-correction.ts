import type { ScoreChange } from '#core/grading/grade.ts'
import { toPercentage } from '#core/grading/percentage.ts'
import { listAttemptsToNotify } from '../attempts/list-attempts-to-notify.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Exam } from '../exams/queries.ts'
import type { Email } from '../platform/mailer/email.ts'
import { dropUnsentResults, listNotifiedStudents } from '../platform/mailer/result-queries.ts'
import { queueResultMails } from '../result-mails/queue-result-mails.ts'
import { listRunningStudents, type MarkedAttempt } from './answer-key-queries.ts'

export type AttemptChange = ScoreChange & {
  readonly attempt: Pick<
    MarkedAttempt,
    'id' | 'studentId' | 'startedAt' | 'isDeleted' | 'studentName' | 'studentEmail'
  >
  readonly total: number
}

/** By student, their newest changed attempt; deleted students are left out. */
function findNewestChanges(changes: readonly AttemptChange[]): Map<string, AttemptChange> {
  const newest = new Map<string, AttemptChange>()
  for (const change of changes) {
    const { studentId, startedAt, isDeleted } = change.attempt
    const known = newest.get(studentId)
    if (isDeleted || (known && known.attempt.startedAt > startedAt)) continue
    newest.set(studentId, change)
  }
  return newest
}

/** How many of them have seen a result that has changed. */
export async function countNotified(
  db: Db,
  exam: Exam,
  changes: readonly AttemptChange[],
): Promise<number> {
  if (exam.resultsReleasedAt === null) return 0
  return (await listNotifiedStudents(db, exam.id, [...findNewestChanges(changes).keys()])).length
}

/**
 * An email that waits with the old score is always written anew; who has read the old score gets
 * another email if that is wished.
 */
export async function notifyCorrection(
  tx: Db,
  deps: Deps,
  { exam, changes, mail }: { exam: Exam; changes: readonly AttemptChange[]; mail: boolean },
  at: number,
): Promise<number> {
  if (exam.resultsReleasedAt === null) return 0
  const newest = findNewestChanges(changes)
  const studentIds = [...newest.keys()]
  const dropped = await dropUnsentResults(tx, { examId: exam.id, studentIds }, at)
  const attempts = await listAttemptsToNotify(tx, exam.id)
  const first = await queueResultMails(tx, deps, { examId: exam.id, attempts }, at)

  const notified = mail ? await listNotifiedStudents(tx, exam.id, studentIds) : []
  const running = new Set(await listRunningStudents(tx, exam.id))
  const again = new Set([...notified, ...dropped.corrected])
  const emails = [...again].flatMap((studentId): Email[] => {
    const change = newest.get(studentId)
    if (!change || running.has(studentId)) return []
    const { attempt, after, total } = change
    return [
      {
        kind: 'corrected-result',
        to: { name: attempt.studentName, address: attempt.studentEmail },
        accountId: studentId,
        examId: exam.id,
        attemptId: attempt.id,
        title: exam.title,
        score: after,
        total,
        percentage: toPercentage(after, total),
      },
    ]
  })
  await deps.mail.queue(tx, emails, at)
  return first + emails.length
}
