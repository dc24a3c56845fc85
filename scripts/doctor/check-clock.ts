import { formatDifference, isDifferent } from '#core/exam-clock/clock-difference.ts'
import { type Check, type Finding, runChecks } from './finding.ts'

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

const clockChecks: readonly Check<ClockFacts & { readonly now: number }>[] = [
  {
    id: 'clock-behind',
    level: 'error',
    hasProblem: ({ isHeld }) => isHeld,
    problem: 'The machine’s clock is behind the last run, so no test can start and none is closed.',
    remedy:
      'Set the clock, or let an owner say on the home page of the admin area that it is right.',
  },
  {
    id: 'clock-differs',
    level: 'error',
    hasProblem: (facts) => !facts.isHeld && differs(facts),
    problem: ({ differenceMs }) =>
      `The machine’s clock and the exam’s differ by ${formatDifference(differenceMs)}.`,
    remedy:
      'See that the machine’s clock is right; then an owner lets the exam’s follow it, on the home page of the admin area.',
  },
  {
    id: 'clock-moved',
    level: 'warning',
    hasProblem: ({ lastShift, now, ...facts }) =>
      !facts.isHeld &&
      !differs(facts) &&
      lastShift !== null &&
      Math.abs(now - lastShift.at) <= recentMs,
    problem: ({ lastShift }) =>
      `The machine’s clock was changed by ${formatDifference(lastShift?.byMs ?? 0)} within the last day, and the exam’s followed.`,
    remedy: 'Let a time server set the clock before the server starts (timedatectl set-ntp true).',
  },
]

export function checkClock(facts: ClockFacts, now: number): Finding[] {
  return runChecks(clockChecks, { ...facts, now })
}

function differs({
  heartbeatAgeMs,
  differenceMs,
}: Pick<ClockFacts, 'heartbeatAgeMs' | 'differenceMs'>): boolean {
  const isServerHere = heartbeatAgeMs !== null && heartbeatAgeMs >= 0 && heartbeatAgeMs < maxAgeMs
  return isServerHere && isDifferent(differenceMs)
}
