import type { SeenOfAttempt } from './attempt-model-warnings.ts'

/** One attempt, in the simplest possible model. */
export type ModelAttempt = SeenOfAttempt & {
  readonly startedAt: number
  endsAt: number
  finishedAt: number | null
  reason: string | null
  best: Map<number, { option: number; sequence: number }>
  /** When the paper was last handed out, as far as the server remembers. */
  paperAt: number | null
  /** The clock stands still until then, unless the student resumes. */
  waitsUntil: number
  undoneReason: string | null
  /** The clock stands still from then on. */
  pausedAt: number | null
}

const graceMs = 15_000

export function isOpen({ finishedAt, pausedAt, endsAt }: ModelAttempt, now: number): boolean {
  return finishedAt === null && (pausedAt ?? now) <= endsAt + graceMs
}

export function isRunning(attempt: ModelAttempt, now: number): boolean {
  return isOpen(attempt, now) && !isWaiting(attempt, now)
}

export function isWaiting({ pausedAt, waitsUntil }: ModelAttempt, now: number): boolean {
  return (pausedAt ?? now) < waitsUntil
}

/** As it is if the clock goes on now. */
export function getDeadline(attempt: ModelAttempt, now: number): number {
  const { endsAt, waitsUntil, pausedAt } = attempt
  if (isWaiting(attempt, now)) return now + endsAt - waitsUntil
  return endsAt + (pausedAt === null ? 0 : now - pausedAt)
}
