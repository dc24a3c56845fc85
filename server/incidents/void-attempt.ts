import { releaseUndoMs } from '#core/grading/release.ts'
import { saveVoid } from '../attempts/adjustment-queries.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'
import { listAttemptsToNotify, listNotifiedScores } from '../attempts/list-attempts-to-notify.ts'
import { loadNextAttempts } from '../attempts/next-attempts.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import { dropUnsentResults, dropUnsentVoid } from '../platform/mailer/result-queries.ts'
import { queueResultMails } from '../result-mails/queue-result-mails.ts'

type VoidAttempt = Pick<AttemptRecord, 'id' | 'examId' | 'studentId' | 'revisionId'>

/** Voids an attempt. A student who was sent its result is notified that it counts no longer. */
export async function voidAttempt(tx: Db, deps: Deps, attempt: VoidAttempt, at: number) {
  const before = (await listNotifiedScores(tx, [attempt.id])).get(attempt.id)
  await saveVoid(tx, attempt.id, at)
  await renewResultMails(tx, deps, attempt, at)
  if (before !== undefined) await queueVoidedResult(tx, deps, { ...attempt, before }, at)
}

/** Reverts that. A student who was notified that it counts no longer is sent its result again. */
export async function revertVoid(
  tx: Db,
  deps: Deps,
  attempt: Omit<VoidAttempt, 'revisionId'>,
  at: number,
) {
  await saveVoid(tx, attempt.id, null)
  await dropUnsentVoid(tx, attempt.id, at)
  await renewResultMails(tx, deps, attempt, at)
}

/** A void attempt has no result to be sent; another one of its student may have. */
async function renewResultMails(
  tx: Db,
  deps: Deps,
  { examId, studentId }: Pick<VoidAttempt, 'examId' | 'studentId'>,
  at: number,
) {
  await dropUnsentResults(tx, { examId, studentIds: [studentId] }, at)
  const attempts = await listAttemptsToNotify(tx, { examId, studentId }, at)
  await queueResultMails(tx, deps, { examId, attempts }, at)
}

async function queueVoidedResult(
  tx: Db,
  { mail }: Deps,
  {
    id: attemptId,
    examId,
    studentId,
    revisionId,
    before,
  }: VoidAttempt & { readonly before: number },
  at: number,
) {
  const { name, email: address } = await tx
    .selectFrom('students')
    .select(['name', 'email'])
    .where('id', '=', studentId)
    .executeTakeFirstOrThrow()
  const { title, questions } = await getPaper(tx, revisionId)
  const next = (await loadNextAttempts(tx, { examId, studentIds: [studentId] }, at)).get(studentId)
  const email = {
    kind: 'voided-result',
    to: { name, address },
    accountId: studentId,
    examId,
    attemptId,
    title,
    score: null,
    before,
    total: questions.length,
    ...(next && { next }),
  } as const
  // A slip that is taken back at once notifies nobody.
  await mail.queue(tx, [email], at, at + releaseUndoMs)
}
