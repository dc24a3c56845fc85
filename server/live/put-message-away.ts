import { type Refusal, refuse } from '#core/refusal.ts'
import { changeOpenMessages } from '../attempts/message-queries.ts'
import { findAttempt, type OwnAttemptKey } from '../attempts/queries.ts'
import type { Deps } from '../deps.ts'
import { savePutAway } from './live-action-queries.ts'

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
