import type { Attempt } from '#core/attempts/attempt.ts'
import { grade } from '#core/grading/grade.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { getKeyCorrections, lockAnswerKey } from '../exams/grading-queries.ts'
import { getPaper } from '../exams/queries.ts'
import { queueResultMails } from '../result-mails/queue-result-mails.ts'
import type { AttemptWithAnswers } from './attempt-record.ts'
import { listAttemptsToNotify } from './list-attempts-to-notify.ts'
import { saveClosedAttempt } from './queries.ts'

/**
 * Grades and stores an attempt that has just ended; queues its result mail if results are released.
 */
export async function closeAttempt(
  tx: Db,
  deps: Deps,
  attempt: AttemptWithAnswers & Pick<Attempt, 'finishedAt' | 'finishReason'>,
  at: number,
): Promise<{ score: number }> {
  await lockAnswerKey(tx, attempt.examId)
  const paper = await getPaper(tx, attempt.revisionId)
  const { score } = grade(paper, attempt.answers, await getKeyCorrections(tx, attempt.revisionId))
  await saveClosedAttempt(tx, attempt, score)
  const { examId, studentId } = attempt
  const attempts = await listAttemptsToNotify(tx, examId, studentId)
  await queueResultMails(tx, deps, { examId, attempts }, at)
  return { score }
}
