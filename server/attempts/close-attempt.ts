import type { Attempt } from '#core/attempts/attempt.ts'
import { grade } from '#core/grading/grade.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { getKeyCorrections } from '../exams/grading-queries.ts'
import { getPaper, lockExamShared } from '../exams/queries.ts'
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
  const { examId, studentId } = attempt
  // A concurrent key correction waits, so that it includes this attempt.
  const exam = await lockExamShared(tx, examId)
  const paper = await getPaper(tx, attempt.revisionId)
  const { score } = grade(paper, attempt.answers, await getKeyCorrections(tx, attempt.revisionId))
  await saveClosedAttempt(tx, attempt, score)
  if (exam && exam.resultsReleasedAt !== null) {
    const attempts = await listAttemptsToNotify(tx, { examId, studentId }, at)
    await queueResultMails(tx, deps, { examId, attempts }, at)
  }
  return { score }
}
