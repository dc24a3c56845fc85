import { type Db, toBatches } from '../../database/database.ts'
import { endedColumns, isSuppressed, toQueuedColumns } from './outbox-queries.ts'

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
