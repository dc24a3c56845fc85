import { formatDifference, isDifferent } from '#core/exam-clock/clock-difference.ts'
import { advise, type Finding, mend } from './finding.ts'

export type ClockFacts = {
  /** How old the last heartbeat of a server on this machine is; null if it has saved none. */
  readonly heartbeatAgeMs: number | null
  /** How far the machine's clock is ahead of the exam's. */
  readonly differenceMs: number
  /** Nothing opens or closes, since the machine's clock was behind at the start. */
  readonly isHeld: boolean
  readonly lastShift: { readonly at: number; readonly byMs: number } | null
}

/** A server saves one every 5 s. */
const maxAgeMs = 30_000
const recentMs = 24 * 60 * 60_000

export function judgeClock(
  { heartbeatAgeMs, differenceMs, isHeld, lastShift }: ClockFacts,
  now: number,
): Finding[] {
  if (isHeld) {
    return [
      mend(
        'clock-behind',
        'The machine’s clock is behind the last run, so no test can start and none is closed.',
        'Set the clock, or let an owner say on the home page of the admin area that it is right.',
      ),
    ]
  }
  const isServerHere = heartbeatAgeMs !== null && heartbeatAgeMs >= 0 && heartbeatAgeMs < maxAgeMs
  if (isServerHere && isDifferent(differenceMs)) {
    return [
      mend(
        'clock-differs',
        `The machine’s clock and the exam’s differ by ${formatDifference(differenceMs)}.`,
        'See that the machine’s clock is right; then an owner lets the exam’s follow it, on the home page of the admin area.',
      ),
    ]
  }
  if (!lastShift || Math.abs(now - lastShift.at) > recentMs) return []
  return [
    advise(
      'clock-moved',
      `The machine’s clock was changed by ${formatDifference(lastShift.byMs)} within the last day, and the exam’s followed.`,
      'Let a time server set the clock before the server starts (timedatectl set-ntp true).',
    ),
  ]
}
