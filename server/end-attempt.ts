import type { Attempt } from '#core/attempt.ts'
import { grade } from '#core/grading.ts'
import type { KeptAttempt } from './attempt-head.ts'
import { correctionsOf, saveEnd } from './attempts/store.ts'
import type { Db, Deps } from './deps.ts'
import { paperOf } from './exams/store.ts'
import { queueResultMails } from './queue-result-mails.ts'

/** Marks an attempt that has just ended and writes it down; its mail goes with it once released. */
export async function endAttempt(
  tx: Db,
  deps: Deps,
  attempt: KeptAttempt & Pick<Attempt, 'finishedAt' | 'finishReason'>,
  at: number,
) {
  const paper = await paperOf(tx, attempt.revisionId)
  const { score } = grade(paper, attempt.answers, await correctionsOf(tx, attempt.revisionId))
  await saveEnd(tx, attempt, score)
  await queueResultMails(tx, deps, { examId: attempt.examId, studentId: attempt.studentId }, at)
}
