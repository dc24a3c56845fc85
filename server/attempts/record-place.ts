import type { Deps } from '../deps.ts'
import type { Caller, PlaceLog } from './place-log.ts'
import { savePlaces } from './place-queries.ts'

type Visit = { readonly attemptId: string; readonly caller: Caller; readonly at: number }

/** For a call that only reads: it is answered though the place cannot be written. */
export async function recordPlace(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  places: PlaceLog,
  { attemptId, caller, at }: Visit,
): Promise<void> {
  const due = places.listDue(attemptId, caller, at)
  try {
    if (due.length > 0) await db.write((tx) => savePlaces(tx, due))
    places.markWritten(attemptId, caller, at, due)
  } catch (err) {
    log.warn({ err }, 'the place of an attempt was not kept')
  }
}
