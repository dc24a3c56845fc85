import { listPauseReasons } from '../attempts/pause-reasons.ts'
import type { Db } from '../database/database.ts'
import { countViolationsByAttempt, type LiveAttempt } from './live-queries.ts'

/** Details that a row shows beside the attempt itself. */
export type RowDetails = {
  incidents: number
  /** The events that the incidents were counted from. */
  countedEvents: string | null
  pausedFor: string | undefined
}

type DetailedRow = RowDetails & { readonly attempt: LiveAttempt }

/** Reads the details of these rows; events only where some were written since. */
export async function readDetails(db: Db, rows: readonly DetailedRow[]): Promise<void> {
  await countIncidents(
    db,
    rows.filter(({ attempt, countedEvents }) => countedEvents !== toEventsKey(attempt)),
  )
  const paused = rows.filter(({ attempt }) => attempt.pausedAt !== null)
  const reasons = await listPauseReasons(
    db,
    paused.map(({ attempt }) => attempt.id),
  )
  for (const row of rows) row.pausedFor = reasons.get(row.attempt.id)
}

async function countIncidents(db: Db, rows: readonly DetailedRow[]): Promise<void> {
  if (rows.length === 0) return
  const counts = await countViolationsByAttempt(
    db,
    rows.map(({ attempt }) => attempt.id),
  )
  for (const row of rows) {
    row.incidents = counts.get(row.attempt.id) ?? 0
    // As it was before the counting: what was written during it is counted again.
    row.countedEvents = toEventsKey(row.attempt)
  }
}

const toEventsKey = ({ id, eventsKey }: LiveAttempt) => `${id} ${eventsKey}`
