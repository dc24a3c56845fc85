import { isDifferent } from './clock-difference.ts'

/** A start whose clock is further behind the newest heartbeat does not know what time it is. */
export const maxBehindMs = 60_000

/** The clocks of a process, as its last heartbeat saved them. */
export type SavedClock = {
  /** By the exam's clock. */
  readonly at: number
  /** Since its machine started, also while that slept. */
  readonly bootMs: number
}

export type ClockStart = {
  /** By the machine's clock, now. */
  readonly wallAt: number
  readonly bootMs: number
  /** The clock that this machine has saved since it started; null if it has saved none. */
  readonly sameBoot: SavedClock | null
  /** The newest of all machines, by the exam's clock; null in a new institute. */
  readonly newestAt: number | null
  /** By the exam's clock now, where a process of another machine runs. */
  readonly elsewhereAt: number | null
}

/** The exam clock's time at a start, and the consequence. */
export type ClockStartOutcome =
  | { readonly kind: 'continue' | 'behind'; readonly examAt: number }
  /** The machine's clock was changed; the exam's follows it by so much. */
  | { readonly kind: 'jumped'; readonly examAt: number; readonly jumpMs: number }
  /** The machine started anew: how long it was off is known by its wall clock only. */
  | { readonly kind: 'rebooted'; readonly examAt: number; readonly offSince: number }

/**
 * Compares the clocks of a start with those of the last run. On the same boot the time since the
 * last heartbeat is known whatever happened to the wall clock, so a difference is a jump.
 */
export function judgeClockStart(start: ClockStart): ClockStartOutcome {
  const { wallAt, bootMs, sameBoot, newestAt, elsewhereAt } = start
  if (elsewhereAt !== null) return { kind: 'continue', examAt: elsewhereAt }
  if (sameBoot && bootMs >= sameBoot.bootMs) {
    const examAt = sameBoot.at + bootMs - sameBoot.bootMs
    const jumpMs = wallAt - examAt
    return isDifferent(jumpMs) ? { kind: 'jumped', examAt, jumpMs } : { kind: 'continue', examAt }
  }
  if (newestAt === null) return { kind: 'continue', examAt: wallAt }
  if (wallAt < newestAt - maxBehindMs) return { kind: 'behind', examAt: newestAt }
  return { kind: 'rebooted', examAt: Math.max(wallAt, newestAt), offSince: newestAt }
}
