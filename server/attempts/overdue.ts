import type { Db } from '../database/database.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { AttemptRow } from '../database/tables.ts'
import { type AttemptRecord, toAttemptRecord } from './attempt-record.ts'

const overdueQuery = preparedQuery<{ at: number; most: number }, AttemptRow>((db, param) =>
  db
    .selectFrom('attempts')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('closes_at', '<', param('at'))
    .orderBy('closes_at')
    .limit(param('most')),
)

/** Those that ran out and that nobody has closed, the oldest first. */
export async function listOverdueAttempts(
  db: Db,
  at: number,
  most: number,
): Promise<AttemptRecord[]> {
  return (await overdueQuery(db, { at, most })).map(toAttemptRecord)
}

/** When the first of the running attempts closes. */
export async function findNextClose(db: Db): Promise<number | null> {
  const { closesAt } = await db
    .selectFrom('attempts')
    .select((eb) => eb.fn.min<number | null>('closes_at').as('closesAt'))
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return closesAt
}
