import { type Refusal, refuse } from '#core/refusal.ts'
import { findAnyAttempt } from '../attempts/adjustment-queries.ts'
import { loadCounting } from '../attempts/counted-attempts.ts'
import { selectReleasedAttempts } from '../attempts/list-attempts-to-notify.ts'
import { loadNextAttempts } from '../attempts/next-attempts.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { lockExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import {
  selectNotifiedScore,
  selectResultMail,
  selectWaitingResult,
} from '../platform/mailer/result-queries.ts'
import { queueResultMails } from '../result-mails/queue-result-mails.ts'

type ResendOutcome = { readonly address: string; readonly isQueued: boolean }

/** Sends the result of one attempt to its student again; not while such an email waits. */
export async function resendResult(
  deps: Deps,
  { attemptId, actor }: { attemptId: string; actor: Actor },
): Promise<
  ResendOutcome | Refusal<'attempt-not-found' | 'results-not-released' | 'attempt-running'>
> {
  const { db, now, mail } = deps
  const sent = await db.write(async (tx) => {
    const found = await findAnyAttempt(tx, attemptId)
    const exam = found && (await lockExam(tx, found.examId))
    if (!found || !exam) return refuse('attempt-not-found')
    if (exam.resultsReleasedAt === null) return refuse('results-not-released')
    const attempts = await selectReleasedAttempts(tx, exam.id)
      .where('attempts.student_id', '=', found.studentId)
      .select((eb) => [
        eb.exists(selectResultMail(eb).where('mails.state', '!=', 'failed')).as('hasResultMail'),
        eb.exists(selectWaitingResult(eb)).as('isWaiting'),
        selectNotifiedScore(eb).as('notifiedScore'),
      ])
      .execute()
    // While one runs, no result of the student is visible.
    if (attempts.some(({ finishedAt }) => finishedAt === null)) return refuse('attempt-running')
    const attempt = attempts.find(({ id }) => id === attemptId)
    if (!attempt) return refuse('attempt-not-found')

    const at = now()
    const { hasResultMail, isWaiting, notifiedScore, studentEmail: address } = attempt
    if (isWaiting) return { address, isQueued: false }
    const isCorrected = notifiedScore !== null && notifiedScore !== attempt.score
    const repeated = isCorrected ? 'corrected-result' : 'repeated-result'
    const kind = hasResultMail ? repeated : 'result'
    const key = { examId: exam.id, studentId: found.studentId }
    const counting = (await loadCounting(tx, [key])).get(attempt.id)
    const before = isCorrected ? notifiedScore : undefined
    const { examId, studentId } = key
    const next = (await loadNextAttempts(tx, { examId, studentIds: [studentId] }, at)).get(
      studentId,
    )
    const resent = { ...attempt, kind, counting, next, notifiedScore: before } as const
    await queueResultMails(tx, deps, { examId: exam.id, attempts: [resent] }, at)
    const person = found.studentId
    const event = { actor, action: 'result.resent', subject: attemptId, person } as const
    await audit(tx, deps, { ...event, detail: { kind } }, at)
    return { address, isQueued: true }
  })
  mail.wake()
  return sent
}

export function describeResent({ address, isQueued }: ResendOutcome, isMailSetUp: boolean): string {
  const already = isQueued ? '' : ' already'
  return isMailSetUp
    ? `The result is on its way to ${address}${already}.`
    : `Mail is not set up: the result for ${address} goes to the outbox folder${already}.`
}
