import { countAnswers } from '../attempts/count-queries.ts'
import { listPauseReasons } from '../attempts/pause-reasons.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { PresenceSignals } from '../presence/contact-log.ts'
import { countViolationsByAttempt, type LiveAttempt } from './live-queries.ts'

/** Details that a row shows beside the attempt itself. */
export type RowDetails = {
  answered: number
  incidents: number
  pausedFor: string | undefined
  /** The calls that the counts are from. */
  countedFor: string | null
}

const idsPerStatement = 500

/** Another one after each call of the page. */
export function toCallKey(signals: PresenceSignals | undefined): string {
  return signals ? `${signals.lastAt} ${signals.calls}` : 'none'
}

/** Counts the details of these rows anew. */
export async function countDetails(
  db: Db,
  rows: readonly (RowDetails & { readonly attempt: LiveAttempt })[],
  signals: ReadonlyMap<string, PresenceSignals>,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ attempt }) => attempt.id)
  // From before the counting: what is saved during it is counted again.
  const keys = new Map(ids.map((id) => [id, toCallKey(signals.get(id))]))
  const answers = new Map<string, number>()
  for (const some of toBatches(ids, idsPerStatement))
    for (const [id, counted] of await countAnswers(db, some)) answers.set(id, counted)
  const incidents = await countViolationsByAttempt(db, ids)
  const paused = rows.filter(({ attempt }) => attempt.pausedAt !== null)
  const reasons = await listPauseReasons(
    db,
    paused.map(({ attempt }) => attempt.id),
  )
  for (const row of rows) {
    const { id } = row.attempt
    row.answered = answers.get(id) ?? 0
    row.incidents = incidents.get(id) ?? 0
    row.pausedFor = reasons.get(id)
    row.countedFor = keys.get(id) ?? null
  }
}
