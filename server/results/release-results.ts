import type { KeyReveal } from '#contract/key-guard.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { findKeyReveal } from '../attempts/key-guard.ts'
import { listAttemptsToNotify } from '../attempts/list-attempts-to-notify.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { clearRelease, saveRelease } from '../exams/grading-queries.ts'
import { refuseUnconfirmed } from '../exams/key-guard.ts'
import { type Exam, lockExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import {
  countNotifiedBefore,
  dropUnsentResults,
  getResultProgress,
  type ResultProgress,
  retryFailedResults,
} from '../platform/mailer/result-queries.ts'
import { queueResultMails } from '../result-mails/queue-result-mails.ts'

/**
 * Repeated, it mails only those not yet mailed, those sent another score, and those whose mail
 * failed.
 */
export async function releaseResults(
  deps: Deps,
  { examId, confirm, actor }: { examId: string; confirm: boolean | undefined; actor: Actor },
): Promise<
  | (Pick<KeyReveal, 'wouldReveal'> & { queued: number })
  | Refusal<'test-not-found' | 'key-still-needed'>
> {
  const { db, now, mail } = deps
  const released = await db.write(async (tx) => {
    const exam = await lockExam(tx, examId)
    if (!exam) return refuse('test-not-found')

    const at = now()
    const reveal = await findKeyReveal(tx, exam, { kind: 'release' }, at)
    const unconfirmed = refuseUnconfirmed(reveal, confirm)
    if (unconfirmed) return unconfirmed

    await saveRelease(tx, examId, at)
    const retried = await retryFailedResults(tx, examId, at)
    const attempts = await listAttemptsToNotify(tx, { examId }, at)
    const queued = retried + (await queueResultMails(tx, deps, { examId, attempts }, at))
    const detail = { mails: queued }
    const event = { actor, action: 'results.released', subject: examId, detail } as const
    if (exam.resultsReleasedAt === null || queued > 0) await audit(tx, deps, event, at)
    return { queued, wouldReveal: reveal.wouldReveal }
  })
  mail.wake()
  return released
}

type UnreleaseOutcome = {
  readonly message: string
  readonly stopped: number
  readonly sent: number
}

/** Hides results again. Pending mails are stopped; sent ones cannot be recalled. */
export async function unreleaseResults(
  { db, now, newId }: Deps,
  { examId, why, actor }: { examId: string; why: string; actor: Actor },
): Promise<UnreleaseOutcome | Refusal<'test-not-found'>> {
  return db.write(async (tx) => {
    const exam = await lockExam(tx, examId)
    if (!exam) return refuse('test-not-found')

    const at = now()
    await clearRelease(tx, examId)
    const { count: stopped } = await dropUnsentResults(tx, { examId }, at)
    const { sent } = await countReleased(tx, exam)
    if (exam.resultsReleasedAt !== null) {
      const event = {
        actor,
        action: 'results.unreleased',
        subject: examId,
        detail: { stopped, sent },
        values: { why },
      } as const
      await audit(tx, { newId }, event, at)
    }
    return { message: 'Results are hidden again.', stopped, sent }
  })
}

/** Counts the release that stands now; an earlier one that was taken back is not counted. */
export async function countReleased(
  db: Db,
  { id, resultsReleasedAt: releasedAt }: Pick<Exam, 'id' | 'resultsReleasedAt'>,
): Promise<ResultProgress & { readonly toldBefore: number }> {
  if (releasedAt === null) return { total: 0, sent: 0, failed: 0, corrected: 0, toldBefore: 0 }
  const progress = await getResultProgress(db, id, releasedAt)
  return { ...progress, toldBefore: await countNotifiedBefore(db, id, releasedAt) }
}
