import { expire } from '#core/attempt.ts'
import type { Deps } from '../deps.ts'
import { endAttempt } from './end-attempt.ts'
import { attemptToChange, overdueAttempts } from './store.ts'

const mostAtOnce = 200

/**
 * Closes what ran out and nobody finished, before each call of somebody logged in and now and
 * then besides; with nothing overdue it is one indexed read.
 */
export async function closeOverdue(deps: Deps): Promise<void> {
  const { db, now, mail } = deps
  for (;;) {
    const overdue = await overdueAttempts(db.read, now(), mostAtOnce)
    if (overdue.length === 0) return
    await db.write(async (tx) => {
      for (const { studentId, id } of overdue) {
        const attempt = await attemptToChange(tx, db.engine, studentId, id)
        if (!attempt || attempt.finishedAt !== null) continue
        await endAttempt(tx, deps, { ...attempt, ...expire(attempt) }, now())
      }
    })
    mail.wake()
    if (overdue.length < mostAtOnce) return
  }
}
