import { type Refusal, refuse } from '../refusal.ts'
import { type Attempt, isOver, isWaiting, resume } from './attempt.ts'
import { toDeadline } from './deadline.ts'

type Pausable = Pick<
  Attempt,
  'finishedAt' | 'clockStartsAt' | 'endsAt' | 'closesAt' | 'pausedAt' | 'pausedMs'
>

/** Stops the clock of a running attempt, also of a reopened one that waits for its student. */
export function pause<A extends Pausable>(
  attempt: A,
  now: number,
): A | Refusal<'not-running' | 'paused-already'> {
  if (isOver(attempt, now)) return refuse('not-running')
  if (attempt.pausedAt !== null) return refuse('paused-already')
  return { ...attempt, pausedAt: now }
}

/** Moves the deadline by exactly the time that the clock stood still. */
export function endPause<A extends Pausable>(
  attempt: A,
  now: number,
): A | Refusal<'not-running' | 'not-paused'> {
  const { pausedAt, pausedMs, clockStartsAt, endsAt } = attempt
  if (isOver(attempt, now)) return refuse('not-running')
  if (pausedAt === null) return refuse('not-paused')
  const ms = Math.max(0, now - pausedAt)
  const moved = { ...attempt, pausedAt: null, ...toDeadline(endsAt + ms) }
  // The clock of one that waits stood still already: its pause is no time of the attempt.
  return isWaiting(attempt, now) && clockStartsAt !== null
    ? { ...moved, clockStartsAt: clockStartsAt + ms }
    : { ...moved, pausedMs: pausedMs + ms }
}

/** The deadline as it is if the clock goes on now; what is left of it does not change in a pause. */
export function getDeadlineFrom(attempt: Pausable, now: number): number {
  const { endsAt } = resume(attempt, now)
  const { finishedAt, pausedAt } = attempt
  if (pausedAt === null || finishedAt !== null || isWaiting(attempt, now)) return endsAt
  return endsAt + now - pausedAt
}

/** By staff. A pause ends with it, so that a reopening gives back what was left. */
export function endByInstitute<A extends Pausable & Pick<Attempt, 'finishReason'>>(
  attempt: A,
  now: number,
): A | Refusal<'not-running'> {
  if (isOver(attempt, now)) return refuse('not-running')
  const ended = attempt.pausedAt === null ? attempt : (endPause(attempt, now) as A)
  const running = resume(ended, now)
  const finishedAt = Math.min(now, running.endsAt)
  return { ...running, finishedAt, finishReason: 'Ended by the institute' }
}

export function addMinutesTo<A extends Pausable>(
  attempt: A,
  minutes: number,
  now: number,
): A | Refusal<'not-running'> {
  if (isOver(attempt, now)) return refuse('not-running')
  return { ...attempt, ...toDeadline(attempt.endsAt + minutes * 60_000) }
}
