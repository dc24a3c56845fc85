import type { AttemptMessage } from '#contract/attempt-messages.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { toInstant } from '../http/serialize.ts'
import type { AttemptRecord } from './attempt-record.ts'
import { changeOpenMessages, listOpenMessages, savePutAway } from './message-queries.ts'
import { findPauseReason } from './pause-reasons.ts'
import { findAttempt, type OwnAttemptKey } from './queries.ts'

type LiveFields = {
  readonly paused?: { readonly since: string; readonly reason?: string }
  readonly timeChanges?: number
  readonly messages?: AttemptMessage[]
}

/** Further fields of its clock and its paper; none for an attempt to which nothing was done. */
export async function getLiveFields(
  db: Db,
  { id, pausedAt, timeChanges, openMessages }: AttemptRecord,
): Promise<LiveFields> {
  const messages = openMessages > 0 ? await listOpenMessages(db, id) : []
  const reason = pausedAt === null ? undefined : await findPauseReason(db, id)
  return {
    ...(pausedAt !== null && {
      paused: { since: toInstant(pausedAt), ...(reason !== undefined && { reason }) },
    }),
    ...(timeChanges > 0 && { timeChanges }),
    ...(messages.length > 0 && {
      messages: messages.map(({ id: _id, text, at }) => ({ _id, text, at: toInstant(at) })),
    }),
  }
}

/** In two windows at once, or twice: once. */
export function putMessageAway(
  { db, now }: Deps,
  key: OwnAttemptKey & { readonly messageId: string },
): Promise<Refusal<'attempt-not-found'> | null> {
  return db.write(async (tx) => {
    const attempt = await findAttempt(tx, key.studentId, key.attemptId)
    if (!attempt) return refuse('attempt-not-found')
    const isChanged = await savePutAway(tx, key, now())
    if (isChanged) await changeOpenMessages(tx, [key.attemptId], -1)
    return null
  })
}
