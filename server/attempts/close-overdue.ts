import { expire } from '#core/attempts/attempt.ts'
import { graceMs } from '#core/attempts/deadline.ts'
import type { Deps } from '../deps.ts'
import { closeAttempt } from './close-attempt.ts'
import { nextClose, overdueAttempts } from './overdue.ts'
import { attemptToChange } from './store.ts'

const mostAtOnce = 200
/** However little time an attempt is reopened with, it cannot close sooner after a look. */
const longestRestMs = graceMs

/** Closes what ran out and nobody finished. */
export async function closeOverdue(deps: Deps): Promise<void> {
  const { db, now, mail } = deps
  for (;;) {
    const overdue = await overdueAttempts(db.read, now(), mostAtOnce)
    if (overdue.length === 0) return
    await db.write(async (tx) => {
      for (const { studentId, id } of overdue) {
        const attempt = await attemptToChange(tx, db.engine, { studentId, attemptId: id })
        if (!attempt || attempt.finishedAt !== null) continue
        await closeAttempt(tx, deps, { ...attempt, ...expire(attempt) }, now())
      }
    })
    mail.wake()
    if (overdue.length < mostAtOnce) return
  }
}

/**
 * The same before each call of somebody logged in, so that no view depends on when a sweeper last
 * came by. It looks only when something may have run out since.
 */
export function settling(deps: Deps): () => Promise<void> {
  let restsUntil = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | null = null

  async function settle() {
    const at = deps.now()
    await closeOverdue(deps)
    restsUntil = Math.min(
      (await nextClose(deps.db.read)) ?? Number.POSITIVE_INFINITY,
      at + longestRestMs,
    )
  }
  // A class that calls at once waits for one look; a look that began too early is taken again.
  return async () => {
    const at = deps.now()
    for (let looks = 0; looks < 2 && at > restsUntil; looks += 1) {
      underWay ??= settle().finally(() => {
        underWay = null
      })
      await underWay
    }
  }
}
