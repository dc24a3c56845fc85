import type { Selectable } from 'kysely'
import { expire, isOver } from '#core/attempts/attempt.ts'
import { graceMs } from '#core/attempts/deadline.ts'
import type { Db } from '../database/database.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { AttemptRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { catchUpWithShifts } from '../platform/exam-clock/exam-clock-state.ts'
import { type AttemptRecord, toAttemptRecord } from './attempt-record.ts'
import { closeAttempt } from './close-attempt.ts'
import { findAttemptForUpdate } from './queries.ts'

/** Answers and other calls have their turn after each batch. */
const batchSize = 50
/** The shortest time in which a resumed attempt can close, so no check is needed sooner. */
const maxRestMs = graceMs

/** Closes attempts whose time ran out, unless the server does not know what time it is. */
export async function expireAttempts(deps: Deps): Promise<void> {
  const { db, now, mail, clock } = deps
  for (;;) {
    const overdue = await listOverdueAttempts(db.read, now(), batchSize)
    if (overdue.length === 0) return
    const isHeld = await db.write(async (tx) => {
      await catchUpWithShifts(tx, clock)
      if (clock.isHeld()) return true
      for (const { studentId, id } of overdue) {
        const attempt = await findAttemptForUpdate(tx, db.engine, { studentId, attemptId: id })
        const at = now()
        // It was closed, or given time, since it was listed.
        if (!attempt || attempt.finishedAt !== null || !isOver(attempt, at)) continue
        await closeAttempt(tx, deps, { ...attempt, ...expire(attempt) }, at)
      }
      return false
    })
    mail.wake()
    if (isHeld || overdue.length < batchSize) return
  }
}

/**
 * The same before each call of somebody logged in, so that no view depends on when a sweeper last
 * came by. It looks only when something may have run out since. Where nothing can be written, the
 * call goes on: to read is better than nothing, and what it writes itself fails by itself.
 */
export function createExpireBeforeRequest(deps: Deps): () => Promise<void> {
  let restsUntil = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  deps.clock.onShift(() => {
    restsUntil = Number.NEGATIVE_INFINITY
  })

  async function expireNow() {
    const at = deps.now()
    await expireAttempts(deps)
    restsUntil = Math.min(
      (await findNextClose(deps.db.read)) ?? Number.POSITIVE_INFINITY,
      at + maxRestMs,
    )
  }
  // Concurrent calls share one check; a check that began too early runs again.
  return async () => {
    const at = deps.now()
    for (let rounds = 0; rounds < 2 && at > restsUntil; rounds += 1) {
      running ??= expireNow()
        .catch((err) => deps.log.error({ err }, 'attempts whose time ran out were not closed'))
        .finally(() => {
          running = null
        })
      await running
    }
  }
}

const overdueQuery = preparedQuery<{ at: number; most: number }, Selectable<AttemptRow>>(
  (db, param) =>
    db
      .selectFrom('attempts')
      .selectAll()
      .where('finished_at', 'is', null)
      .where('paused_at', 'is', null)
      .where('closes_at', '<', param('at'))
      .orderBy('closes_at')
      .limit(param('most')),
)

/** Attempts whose time ran out and that are still open, oldest first; never a paused one. */
async function listOverdueAttempts(db: Db, at: number, most: number): Promise<AttemptRecord[]> {
  return (await overdueQuery(db, { at, most })).map(toAttemptRecord)
}

/** When the first of the attempts whose clock runs closes. */
async function findNextClose(db: Db): Promise<number | null> {
  const { closesAt } = await db
    .selectFrom('attempts')
    .select((eb) => eb.fn.min<number | null>('closes_at').as('closesAt'))
    .where('finished_at', 'is', null)
    .where('paused_at', 'is', null)
    .executeTakeFirstOrThrow()
  return closesAt
}
