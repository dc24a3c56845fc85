import { type Attempt, getEffectiveAttempt, reopen } from '../attempts/attempt.ts'
import { toDeadline } from '../attempts/deadline.ts'
import { endPause, getDeadlineFrom } from '../attempts/pause.ts'
import { isRefusal, type Refusal } from '../refusal.ts'
import type { Incident } from './incidents.ts'
import { countPausedMs } from './pauses.ts'

/** Decisions that staff can take about an incident. None is automatic. */
export const outcomes = ['no-consequence', 'reopened', 'new-attempt', 'kept', 'voided'] as const
export type Outcome = (typeof outcomes)[number]
/** Outcomes to choose from: to keep an attempt as it is has no consequence either. */
export const offeredOutcomes: readonly Outcome[] = outcomes.filter((outcome) => outcome !== 'kept')

/** Why an outcome does not fit an attempt. */
export const misfits = ['running', 'another-running', 'finished', 'no-time-left', 'void'] as const
export type Misfit = (typeof misfits)[number]

/** The attempt of an incident, as it is now. */
export type IncidentAttempt = Attempt & {
  readonly isVoid: boolean
  /** Another attempt of the student at the same exam runs. */
  readonly isAnotherRunning: boolean
}

/**
 * How much of the attempt's time an outage took: until its end, the attempt's, or now. In a pause
 * the clock stood still.
 */
export function computeTimeLostMs(
  { kind, at, durationMs, end, pauses }: Omit<Incident, 'id' | 'ids' | 'receivedAt'>,
  attempt: Attempt,
  now: number,
): number {
  if (kind !== 'offline') return 0
  const { finishedAt, endsAt } = getEffectiveAttempt(attempt, now)
  // An unknown length lasts until the attempt ended; of one that went on nothing is known.
  const until = durationMs === null ? (end?.at ?? at) : at + durationMs
  const lostMs = Math.min(until, end?.at ?? until, finishedAt ?? now, endsAt) - at
  return lostMs <= 0 ? 0 : lostMs - countPausedMs(pauses, at, lostMs)
}

/** With how much time an attempt would go on if it were given back what the outage took. */
export function computeTimeLeftMs(incident: Incident, attempt: Attempt, now: number): number {
  const current = getEffectiveAttempt(attempt, now)
  const { finishedAt, endsAt } = current
  const leftMs = finishedAt === null ? getDeadlineFrom(current, now) - now : endsAt - finishedAt
  return leftMs + computeTimeLostMs(incident, attempt, now)
}

type TimeBack =
  | { readonly isReopened: false; readonly attempt: Attempt }
  | { readonly isReopened: true; readonly attempt: Attempt & { readonly clockStartsAt: number } }

/**
 * The deadline moves by what the outage took, also in a pause, which lasts. An ended attempt goes on
 * with what was left when the outage began.
 */
export function giveTimeBack(
  attempt: Attempt,
  lostMs: number,
  now: number,
): TimeBack | Refusal<'no-time-left' | 'attempt-running'> {
  const current = getEffectiveAttempt(attempt, now)
  const extended = { ...current, ...toDeadline(current.endsAt + lostMs) }
  if (current.finishedAt === null)
    return { isReopened: false, attempt: endPowerCut(extended, current, now) }
  const reopened = reopen(extended, 0, now)
  return isRefusal(reopened) ? reopened : { isReopened: true, attempt: reopened }
}

/**
 * If the attempt was paused after its time had run out, the pause ends with the time it is given.
 */
function endPowerCut(extended: Attempt, { pausedAt, endsAt }: Attempt, now: number): Attempt {
  if (pausedAt === null || pausedAt < endsAt) return extended
  const resumed = endPause(extended, now)
  return isRefusal(resumed) ? extended : resumed
}

/** Null if the outcome can follow. */
export function findMisfit(
  outcome: Outcome,
  incident: Incident,
  attempt: IncidentAttempt,
  now: number,
): Misfit | null {
  const { finishedAt, finishReason } = getEffectiveAttempt(attempt, now)
  const isRunning = finishedAt === null
  if (outcome === 'no-consequence') return null
  if (outcome === 'reopened') {
    if (attempt.isVoid) return 'void'
    if (isRunning) return computeTimeLostMs(incident, attempt, now) > 0 ? null : 'running'
    if (attempt.isAnotherRunning) return 'another-running'
    if (finishReason === 'Completed' || finishReason === 'Ended by the institute') return 'finished'
    return computeTimeLeftMs(incident, attempt, now) > 0 ? null : 'no-time-left'
  }
  if (isRunning) return 'running'
  if (outcome === 'new-attempt' && attempt.isAnotherRunning) return 'another-running'
  return outcome === 'new-attempt' || !attempt.isVoid ? null : 'void'
}

/** Only what takes nothing away is proposed, and only where time was taken. */
export function proposeOutcome(
  incident: Incident,
  attempt: IncidentAttempt,
  now: number,
): Outcome | null {
  const isHarmed = incident.kind === 'offline' || incident.end !== null
  return isHarmed && findMisfit('reopened', incident, attempt, now) === null ? 'reopened' : null
}

/** Only an outcome that has changed nothing but a mark can be reverted. */
export function canRevert(outcome: Outcome): boolean {
  return outcome === 'no-consequence' || outcome === 'kept' || outcome === 'voided'
}

/** How long after an incident its student may say what happened. */
const statementWindowMs = 24 * 60 * 60_000
export const maxStatementLength = 200

export function getStatementDeadline({ at, durationMs, end }: Incident): number {
  return Math.max(at + (durationMs ?? 0), end?.at ?? 0) + statementWindowMs
}

/** A decision stands unless the incident ended the attempt only after it. */
export function isDecided({ end }: Pick<Incident, 'end'>, decidedAt: number | null): boolean {
  return decidedAt !== null && (end === null || end.at <= decidedAt)
}
