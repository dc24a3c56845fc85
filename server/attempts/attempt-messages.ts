import type { AttemptMessage } from '#contract/attempt-messages.ts'
import type { Db } from '../database/database.ts'
import { toInstant } from '../http/serialize.ts'
import type { AttemptRecord } from './attempt-record.ts'
import { listOpenMessages } from './message-queries.ts'
import { findPauseReason } from './pause-reasons.ts'

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
