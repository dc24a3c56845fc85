import type { ExpressionBuilder } from 'kysely'
import { type Db, toBatches } from '../../database/database.ts'
import type { MailRow, Tables } from '../../database/tables.ts'
import { endedColumns, isSuppressed, toQueuedColumns } from './outbox-queries.ts'

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

/**
 * How far the result emails of one exam are. Emails to deleted students wait, and do not count
 * as outstanding.
 */
export async function getResultProgress(
  db: Db,
  examId: string,
): Promise<{ total: number; sent: number; failed: number }> {
  const rows = await db
    .selectFrom('mails')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('exam_id', '=', examId)
    .where('kind', '=', 'result')
    .where((eb) => eb.not(isSuppressed(eb)))
    .groupBy('state')
    .execute()
  const countOf = (state: MailRow['state']) => rows.find((row) => row.state === state)?.count ?? 0
  const [sent, failed] = [countOf('sent'), countOf('failed')]
  return { total: sent + failed + countOf('queued'), sent, failed }
}

/**
 * Puts the failed result emails of one exam back in the queue and answers how many. Those whose
 * text is gone are deleted, so that they count as not written yet.
 */
export async function retryFailedResults(tx: Db, examId: string, at: number): Promise<number> {
  await tx
    .deleteFrom('mails')
    .where('exam_id', '=', examId)
    .where('kind', '=', 'result')
    .where('state', '=', 'failed')
    .where('text_body', 'is', null)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set(toQueuedColumns(at))
    .where('exam_id', '=', examId)
    .where('kind', '=', 'result')
    .where('state', '=', 'failed')
    .where((eb) => eb.not(isSuppressed(eb)))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const batchSize = 500

/**
 * Withdraws unsent result emails, of all students or of some; answers how many, and whose were
 * corrected results. Failed ones go too: sent again by hand they would tell a result that no longer
 * stands. A leased email may be on its way; if it is not, it is not tried again.
 */
export async function dropUnsentResults(
  tx: Db,
  { examId, studentIds }: { readonly examId: string; readonly studentIds?: readonly string[] },
  at: number,
): Promise<{ count: number; corrected: string[] }> {
  const dropped: { kind: string; account_id: string | null }[] = []
  for (const batch of studentIds ? toBatches(studentIds, batchSize) : [null]) {
    const rows = await tx
      .deleteFrom('mails')
      .where('exam_id', '=', examId)
      .where('kind', 'in', ['result', 'corrected-result'])
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
      .where('kind', 'in', ['result', 'corrected-result'])
      .where('state', '=', 'queued')
      .$if(batch !== null, (only) => only.where('account_id', 'in', batch ?? []))
      .execute()
  }
  const corrected = dropped.filter(({ kind }) => kind === 'corrected-result')
  return {
    count: dropped.length,
    corrected: corrected.flatMap(({ account_id }) => account_id ?? []),
  }
}

/** Of these students, those whose result email has left or is leaving. */
export async function listNotifiedStudents(
  db: Db,
  examId: string,
  studentIds: readonly string[],
): Promise<string[]> {
  const notified: string[] = []
  for (const batch of toBatches(studentIds, batchSize)) {
    const rows = await db
      .selectFrom('mails')
      .select('account_id')
      .where('exam_id', '=', examId)
      .where('kind', '=', 'result')
      .where('account_id', 'in', batch)
      .where((eb) => eb.or([eb('state', '=', 'sent'), eb('leased_until', 'is not', null)]))
      .execute()
    notified.push(...rows.flatMap(({ account_id }) => account_id ?? []))
  }
  return notified
}
