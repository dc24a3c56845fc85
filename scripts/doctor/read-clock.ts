import type { Db } from '#server/database/database.ts'
import { toPresentTime } from '#server/database/saved-heartbeats.ts'
import { readExamClock } from '#server/platform/exam-clock/exam-clock-state.ts'
import type { MachineClock } from '#server/platform/exam-clock/machine-clock.ts'
import type { ClockFacts } from './check-clock.ts'

/** The exam's clock of a server that runs on this machine, by its last heartbeat. */
export async function readClock(
  db: Db,
  machine: Pick<MachineClock, 'getWallTime' | 'getBootMs' | 'bootId'>,
): Promise<ClockFacts> {
  const { getWallTime, getBootMs, bootId } = machine
  const state = await readExamClock(db)
  const [own] = await db
    .selectFrom('heartbeats')
    .select(['at', 'boot_ms', 'shifted_ms'])
    .where('boot_id', '=', bootId)
    .execute()
  const ageMs = own ? getBootMs() - (own.boot_ms ?? 0) : null
  return {
    heartbeatAgeMs: ageMs,
    differenceMs:
      own && ageMs !== null ? getWallTime() - toPresentTime(own, state.shifted_ms) - ageMs : 0,
    isHeld: state.held_since !== null,
    lastShift:
      state.moved_at === null || state.moved_ms === null
        ? null
        : { at: state.moved_at, byMs: state.moved_ms },
  }
}
