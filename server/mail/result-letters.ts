import type { MailRow } from '../database/tables.ts'
import type { Db } from '../deps.ts'
import { isHeld } from './held.ts'
import { asNew, ended } from './store.ts'

/** Of those who are there: a deleted student's letter waits, and nobody waits for it. */
export async function resultProgress(
  db: Db,
  examId: string,
): Promise<{ total: number; sent: number; failed: number }> {
  const rows = await db
    .selectFrom('mails')
    .select((is) => ['state', is.fn.countAll<number>().as('count')])
    .where('exam_id', '=', examId)
    .where('kind', '=', 'result')
    .where((is) => is.not(isHeld(is)))
    .groupBy('state')
    .execute()
  const of = (state: MailRow['state']) => rows.find((row) => row.state === state)?.count ?? 0
  const [sent, failed] = [of('sent'), of('failed')]
  return { total: sent + failed + of('queued'), sent, failed }
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
    .set(asNew(at))
    .where('exam_id', '=', examId)
    .where('kind', '=', 'result')
    .where('state', '=', 'failed')
    .where((is) => is.not(isHeld(is)))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const dropChunk = 500

/**
 * Also what failed: sent again by hand it would tell a result that no longer stands. A letter that
 * is leased may be on its way; if it is not, nobody tries again.
 */
export async function dropUnsentResults(
  tx: Db,
  { examId, studentIds }: { readonly examId: string; readonly studentIds?: readonly string[] },
  at: number,
): Promise<{ count: number; corrected: string[] }> {
  const dropped: { kind: string; account_id: string | null }[] = []
  for (const some of studentIds ? chunksOf(studentIds) : [null]) {
    const rows = await tx
      .deleteFrom('mails')
      .where('exam_id', '=', examId)
      .where('kind', 'in', ['result', 'corrected-result'])
      .where('state', 'in', ['queued', 'failed'])
      .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', at)]))
      .$if(some !== null, (only) => only.where('account_id', 'in', some ?? []))
      .returning(['kind', 'account_id'])
      .execute()
    dropped.push(...rows)
    await tx
      .updateTable('mails')
      .set({ ...ended, state: 'failed', last_error: 'Withdrawn while it was on its way.' })
      .where('exam_id', '=', examId)
      .where('kind', 'in', ['result', 'corrected-result'])
      .where('state', '=', 'queued')
      .$if(some !== null, (only) => only.where('account_id', 'in', some ?? []))
      .execute()
  }
  const corrected = dropped.filter(({ kind }) => kind === 'corrected-result')
  return {
    count: dropped.length,
    corrected: corrected.flatMap(({ account_id }) => account_id ?? []),
  }
}

function chunksOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / dropChunk)
  return Array.from({ length: count }, (_, n) => ids.slice(n * dropChunk, (n + 1) * dropChunk))
}
