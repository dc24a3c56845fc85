import type { ExpressionBuilder } from 'kysely'
import { type Db, toBatches } from '../../database/database.ts'
import type { MailRow, Tables } from '../../database/tables.ts'
import { resultKinds } from './email.ts'
import { endedColumns, toQueuedColumns } from './outbox-queries.ts'
import { isSuppressed } from './suppressed.ts'

/** The result email of an attempt's student, if they have one or will. */
export function selectResultMail(eb: ExpressionBuilder<Tables, 'attempts'>) {
  return (
    eb
      .selectFrom('mails')
      .select('mails.id')
      .where('mails.kind', '=', 'result')
      .whereRef('mails.exam_id', '=', 'attempts.exam_id')
      .whereRef('mails.account_id', '=', 'attempts.student_id')
      // A failed email without its text tells nobody; a new one takes its place.
      .where((mail) =>
        mail.or([mail('mails.state', '!=', 'failed'), mail('text_body', 'is not', null)]),
      )
  )
}

/** The score that the newest email about an attempt gave its student, or will give. */
export function selectNotifiedScore(eb: ExpressionBuilder<Tables, 'attempts'>) {
  return (
    eb
      .selectFrom('mails')
      .select('mails.score')
      .whereRef('mails.attempt_id', '=', 'attempts.id')
      .where('mails.state', '!=', 'failed')
      .orderBy('mails.created_at', 'desc')
      // At the same moment, a corrected or repeated result came after the first one.
      .orderBy('mails.kind')
      .limit(1)
  )
}

/** The kind of the newest email about an attempt, sent or queued. */
export function selectNotifiedKind(eb: ExpressionBuilder<Tables, 'attempts'>) {
  return eb
    .selectFrom('mails')
    .select('mails.kind')
    .whereRef('mails.attempt_id', '=', 'attempts.id')
    .where('mails.state', '!=', 'failed')
    .orderBy('mails.created_at', 'desc')
    .limit(1)
}

/** Sent, or on its way. */
export function hasLeft(eb: ExpressionBuilder<Tables, 'mails'>) {
  return eb.or([eb('mails.state', '=', 'sent'), eb('mails.leased_until', 'is not', null)])
}

/** An email about an attempt that has not left yet. */
export function selectWaitingResult(eb: ExpressionBuilder<Tables, 'attempts'>) {
  return eb
    .selectFrom('mails')
    .select('mails.id')
    .whereRef('mails.attempt_id', '=', 'attempts.id')
    .where('mails.state', '=', 'queued')
}

/** Emails that the release of a result caused: repeated ones are sent by hand. */
const releasedKinds = ['result', 'corrected-result'] as const

export type ResultProgress = {
  readonly total: number
  readonly sent: number
  readonly failed: number
  /** How many of the total correct a score that was sent before. */
  readonly corrected: number
}

/**
 * How far the result emails of one exam are that were written since its release. Emails to deleted
 * students wait, and do not count as outstanding.
 */
export async function getResultProgress(
  db: Db,
  examId: string,
  releasedAt: number,
): Promise<ResultProgress> {
  const rows = await db
    .selectFrom('mails')
    .select((eb) => ['state', 'kind', eb.fn.countAll<number>().as('count')])
    .where('exam_id', '=', examId)
    .where('kind', 'in', releasedKinds)
    .where('created_at', '>=', releasedAt)
    .where((eb) => eb.not(isSuppressed(eb)))
    .groupBy(['state', 'kind'])
    .execute()
  const countWhere = (isCounted: (row: Pick<MailRow, 'state' | 'kind'>) => boolean) =>
    rows.filter(isCounted).reduce((sum, { count }) => sum + count, 0)
  return {
    total: countWhere(() => true),
    sent: countWhere(({ state }) => state === 'sent'),
    failed: countWhere(({ state }) => state === 'failed'),
    corrected: countWhere(({ kind }) => kind === 'corrected-result'),
  }
}

/** How many students were sent their result by an earlier release, and it still stands. */
export async function countNotifiedBefore(
  db: Db,
  examId: string,
  releasedAt: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('exam_id', '=', examId)
    .where('kind', '=', 'result')
    .where('state', '=', 'sent')
    .where('created_at', '<', releasedAt)
    .where((eb) => eb.not(isSuppressed(eb)))
    .where((eb) => {
      const since = eb
        .selectFrom('mails as later')
        .select('later.id')
        .whereRef('later.account_id', '=', 'mails.account_id')
        .whereRef('later.exam_id', '=', 'mails.exam_id')
        .where('later.kind', '=', 'corrected-result')
        .where('later.created_at', '>=', releasedAt)
      return eb.not(eb.exists(since))
    })
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Puts the failed result emails of one exam back in the queue and answers how many. Those whose
 * text is gone are deleted, so that they count as not written yet.
 */
export async function retryFailedResults(tx: Db, examId: string, at: number): Promise<number> {
  await tx
    .deleteFrom('mails')
    .where('exam_id', '=', examId)
    .where('kind', 'in', releasedKinds)
    .where('state', '=', 'failed')
    .where('text_body', 'is', null)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set(toQueuedColumns(at))
    .where('exam_id', '=', examId)
    .where('kind', 'in', releasedKinds)
    .where('state', '=', 'failed')
    .where((eb) => eb.not(isSuppressed(eb)))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Withdraws an email that an attempt is void; one that is on its way may arrive. */
export async function dropUnsentVoid(tx: Db, attemptId: string, at: number): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'voided-result')
    .where('state', 'in', ['queued', 'failed'])
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
    .execute()
}

const batchSize = 500

/**
 * Withdraws unsent result emails, of all students or of some; answers how many, and whose were not
 * the first about a result. Failed ones go too: sent again by hand they would tell a result that no longer
 * stands. A leased email may be on its way; if it is not, it is not tried again.
 */
export async function dropUnsentResults(
  tx: Db,
  { examId, studentIds }: { readonly examId: string; readonly studentIds?: readonly string[] },
  at: number,
): Promise<{ count: number; again: string[] }> {
  const dropped: { kind: string; account_id: string | null }[] = []
  for (const batch of studentIds ? toBatches(studentIds, batchSize) : [null]) {
    const rows = await tx
      .deleteFrom('mails')
      .where('exam_id', '=', examId)
      .where('kind', 'in', resultKinds)
      .where('state', 'in', ['queued', 'failed'])
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
      .$if(batch !== null, (only) => only.where('account_id', 'in', batch ?? []))
      .returning(['kind', 'account_id'])
      .execute()
    dropped.push(...rows)
    await tx
      .updateTable('mails')
      .set({ ...endedColumns, state: 'failed', last_error: 'Withdrawn while it was on its way.' })
      .where('exam_id', '=', examId)
      .where('kind', 'in', resultKinds)
      .where('state', '=', 'queued')
      .$if(batch !== null, (only) => only.where('account_id', 'in', batch ?? []))
      .execute()
  }
  const again = dropped.filter(({ kind }) => kind !== 'result')
  return {
    count: dropped.length,
    again: again.flatMap(({ account_id }) => account_id ?? []),
  }
}
