import type { MailRow } from '../database/tables.ts'
import type { Db } from '../deps.ts'
import { endedColumns, toQueuedColumns } from '../platform/mailer/queries.ts'
import { isSuppressed } from '../platform/mailer/suppressed.ts'

/** Of those who are there: a deleted student's email waits, and nobody waits for it. */
export async function getResultProgress(
  db: Db,
  examId: string,
): Promise<{ total: number; sent: number; failed: number }> {
  const rows = await db
    .selectFrom('mails')
    .select((is) => ['state', is.fn.countAll<number>().as('count')])
    .where('exam_id', '=', examId)
    .where('kind', '=', 'result')
    .where((is) => is.not(isSuppressed(is)))
    .groupBy('state')
    .execute()
  const countOf = (state: MailRow['state']) => rows.find((row) => row.state === state)?.count ?? 0
  const [sent, failed] = [countOf('sent'), countOf('failed')]
  return { total: sent + failed + countOf('queued'), sent, failed }
}

/** Those whose text is gone are taken away, so that they count as not written yet. */
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
    .where((is) => is.not(isSuppressed(is)))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const chunkSize = 500

/**
 * Also what failed: sent again by hand it would tell a result that no longer stands. An email that
 * is leased may be on its way; if it is not, nobody tries again.
 */
export async function dropUnsentResults(
  tx: Db,
  { examId, studentIds }: { readonly examId: string; readonly studentIds?: readonly string[] },
  at: number,
): Promise<{ count: number; corrected: string[] }> {
  const dropped: { kind: string; account_id: string | null }[] = []
  for (const chunk of studentIds ? toChunks(studentIds) : [null]) {
    const rows = await tx
      .deleteFrom('mails')
      .where('exam_id', '=', examId)
      .where('kind', 'in', ['result', 'corrected-result'])
      .where('state', 'in', ['queued', 'failed'])
      .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', at)]))
      .$if(chunk !== null, (only) => only.where('account_id', 'in', chunk ?? []))
      .returning(['kind', 'account_id'])
      .execute()
    dropped.push(...rows)
    await tx
      .updateTable('mails')
      .set({ ...endedColumns, state: 'failed', last_error: 'Withdrawn while it was on its way.' })
      .where('exam_id', '=', examId)
      .where('kind', 'in', ['result', 'corrected-result'])
      .where('state', '=', 'queued')
      .$if(chunk !== null, (only) => only.where('account_id', 'in', chunk ?? []))
      .execute()
  }
  const corrected = dropped.filter(({ kind }) => kind === 'corrected-result')
  return {
    count: dropped.length,
    corrected: corrected.flatMap(({ account_id }) => account_id ?? []),
  }
}

function toChunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / chunkSize)
  return Array.from({ length: count }, (_, n) => ids.slice(n * chunkSize, (n + 1) * chunkSize))
}
