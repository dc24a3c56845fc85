import type { ScoreChange } from '#core/grading/grade.ts'
import { listAttemptsToNotify, listNotifiedScores } from '../attempts/list-attempts-to-notify.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Exam } from '../exams/queries.ts'
import { dropUnsentResults } from '../platform/mailer/result-queries.ts'
import { queueResultMails } from '../result-mails/queue-result-mails.ts'
import type { MarkedAttempt } from './answer-key-queries.ts'

export type AttemptChange = ScoreChange & {
  readonly attempt: Pick<
    MarkedAttempt,
    'id' | 'studentId' | 'isUncounted' | 'studentName' | 'studentIdentifier'
  >
  readonly total: number
}

/** How many students were sent another score than the one that now stands. */
export async function countNotified(db: Db, changes: readonly AttemptChange[]): Promise<number> {
  const notifiedScores = await listNotifiedScores(
    db,
    changes.map(({ attempt }) => attempt.id),
  )
  const students = changes.flatMap(({ attempt: { id, studentId, isUncounted }, after }) => {
    const score = notifiedScores.get(id)
    return isUncounted || score === undefined || score === after ? [] : studentId
  })
  return new Set(students).size
}

/**
 * An email that waits with the old score is always written anew; who has read the old score gets
 * another email if that is wished, and at the next release otherwise.
 */
export async function notifyCorrection(
  tx: Db,
  deps: Deps,
  { exam, changes, mail }: { exam: Exam; changes: readonly AttemptChange[]; mail: boolean },
  at: number,
): Promise<number> {
  if (exam.resultsReleasedAt === null) return 0
  const studentIds = [...new Set(changes.map(({ attempt }) => attempt.studentId))]
  const dropped = await dropUnsentResults(tx, { examId: exam.id, studentIds }, at)
  const again = new Set(mail ? studentIds : dropped.again)
  const waiting = await listAttemptsToNotify(tx, { examId: exam.id }, at)
  const attempts = waiting.filter(
    ({ kind, studentId }) => kind === 'result' || again.has(studentId),
  )
  return queueResultMails(tx, deps, { examId: exam.id, attempts }, at)
}
