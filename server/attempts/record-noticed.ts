import { confirmSilence } from '#core/proctoring/silence.ts'
import type { Db } from '../database/database.ts'
import { awaitMinorWrite } from '../database/minor-write.ts'
import type { Deps } from '../deps.ts'
import {
  lockContact,
  type Noticed,
  otherDeviceEveryMs,
  saveContact,
} from '../presence/attempt-contacts.ts'
import type { ContactLog } from '../presence/contact-log.ts'
import { addNoticedEvents } from './event-queries.ts'

/** By then contacts are shared, on a busy database, too. */
const lagMs = 15_000

/** Records noticed events. A failure fails no call and holds none up: a later one tries again. */
export async function recordNoticed(
  { db, log, newId, now }: Pick<Deps, 'db' | 'log' | 'newId' | 'now'>,
  contacts: ContactLog,
  attemptId: string,
): Promise<void> {
  const noticed = contacts.take(attemptId)
  if (noticed.length === 0) return
  const receivedAt = now()
  const toRow = ({ kind, at, durationMs }: Noticed) => ({
    id: newId(),
    attempt_id: attemptId,
    kind,
    at,
    received_at: receivedAt,
    told_at: at,
    duration_ms: durationMs,
  })
  const writing = db.write(async (tx) => {
    const kept = db.engine === 'postgres' ? await reconcileNoticed(tx, attemptId, noticed) : noticed
    if (kept.length > 0) await addNoticedEvents(tx, kept.map(toRow))
  })
  const putBack = (err: unknown) => {
    contacts.putBack(attemptId, noticed)
    throw err
  }
  await awaitMinorWrite(writing.catch(putBack), log)
}

/**
 * Drops the events that other processes' contacts and events explain. Remaining silences are shared
 * here: if two processes notice one, the first keeps it.
 */
async function reconcileNoticed(
  tx: Db,
  attemptId: string,
  noticed: readonly Noticed[],
): Promise<Noticed[]> {
  const kept: Noticed[] = []
  for (const one of noticed.toSorted((a, b) => a.at - b.at)) {
    const reconciled = await reconcile(tx, attemptId, one)
    if (reconciled) kept.push(reconciled)
  }
  return kept
}

async function reconcile(tx: Db, attemptId: string, noticed: Noticed): Promise<Noticed | null> {
  if (noticed.kind === 'resume') return noticed
  const lastContactAt = await lockContact(tx, attemptId, noticed.at)
  if (noticed.kind === 'other-device') {
    return (await isOtherDeviceKnown(tx, attemptId, noticed.at)) ? null : noticed
  }
  const durationMs = noticed.durationMs ?? 0
  const endedAt = noticed.at + durationMs
  await saveContact(tx, attemptId, endedAt)
  const silence = confirmSilence({ at: noticed.at, durationMs }, { at: lastContactAt, lagMs })
  return silence && { ...noticed, ...silence }
}

async function isOtherDeviceKnown(tx: Db, attemptId: string, at: number): Promise<boolean> {
  const known = await tx
    .selectFrom('attempt_events')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'other-device')
    .where('at', '>', at - otherDeviceEveryMs)
    .executeTakeFirst()
  return known !== undefined
}
