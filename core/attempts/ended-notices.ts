import type { IncidentKind } from '../proctoring/incident-kinds.ts'
import type { Outcome } from '../proctoring/incident-outcomes.ts'
import { type FinishReason, forcedReasons } from './attempt.ts'

/** An attempt as its student knows it. Times are milliseconds since 1970. */
export type EndedAttempt = {
  readonly examId: string
  /** Null while it runs. */
  readonly endedAt: number | null
  readonly finishReason: string | null
  readonly isReleased: boolean
  /** How many questions it has, how many answers count, and how many are kept as late. */
  readonly total: number
  readonly saved: number
  readonly late: number
  readonly lateAt: number | null
  readonly incident: {
    readonly kind: IncidentKind
    readonly hasStatement: boolean
    readonly outcome: {
      readonly outcome: Outcome
      readonly at: number
      readonly isDismissed: boolean
    } | null
  } | null
}

/** The kinds of line about an ended attempt. */
export type NoticeKind = 'ended-early' | 'time-up' | 'late' | 'waiting' | 'decided'

/**
 * Null where nothing is left to say: it runs, its result is there, it was saved whole, or its time was
 * up. A line is for what was lost, and for what the student has said or was decided.
 */
export function findNotice(attempt: EndedAttempt): NoticeKind | null {
  if (attempt.endedAt === null || attempt.isReleased) return null
  if (findOutcome(attempt)) return 'decided'
  if (attempt.incident?.hasStatement) return 'waiting'
  if (attempt.late > 0) return 'late'
  if (attempt.saved === attempt.total) return null
  if (isEndedEarly(attempt.finishReason)) return 'ended-early'
  const wasOffline = attempt.incident?.kind === 'offline'
  return attempt.finishReason === 'Time expired' && wasOffline ? 'time-up' : null
}

/** By the browser or the institute, and not by the student or the clock. */
export function isEndedEarly(finishReason: string | null): boolean {
  return (
    finishReason === 'Ended by the institute' ||
    forcedReasons.includes(finishReason as (typeof forcedReasons)[number])
  )
}

/** The decision, if it still says something: time that was given back is used up by a later end. */
function findOutcome({ incident, saved, total, late }: EndedAttempt) {
  const decided = incident?.outcome
  if (!decided || decided.outcome === 'reopened') return null
  const changesSomething = decided.outcome === 'voided' || decided.outcome === 'new-attempt'
  const wasMissed = saved < total || late > 0 || incident.hasStatement
  return changesSomething || wasMissed ? decided : null
}

/** Only what is decided: what is open must not be put out of sight. */
export function canDismiss(attempt: EndedAttempt): boolean {
  return findNotice(attempt) === 'decided'
}

/** Put away by the student; a newer decision comes without that mark. */
export function isDismissed(attempt: EndedAttempt): boolean {
  return canDismiss(attempt) && attempt.incident?.outcome?.isDismissed === true
}

/** More than these are folded under "3 earlier". */
export const unfoldedNotices = 2

/**
 * The lines of the panel: one for the newest attempt at each test, the one that changed last first.
 * `attempts` has the newest start first.
 */
export function arrangeNotices<Attempt extends EndedAttempt>(
  attempts: readonly Attempt[],
): { readonly newest: readonly Attempt[]; readonly earlier: readonly Attempt[] } {
  const newestOfExam = attempts.filter(
    (attempt) => attempts.find(({ examId }) => examId === attempt.examId) === attempt,
  )
  const shown = newestOfExam
    .filter((attempt) => findNotice(attempt) !== null)
    .toSorted((one, other) => getChangedAt(other) - getChangedAt(one))
  return { newest: shown.slice(0, unfoldedNotices), earlier: shown.slice(unfoldedNotices) }
}

/** When its line came to say what it says. */
export function getChangedAt({ endedAt, lateAt, incident }: EndedAttempt): number {
  return Math.max(endedAt ?? 0, lateAt ?? 0, incident?.outcome?.at ?? 0)
}

/**
 * A quiz whose time was up since the panel was last opened: that is a normal end, and it is thanked
 * for once. With something lost it has a line as any other.
 */
export function isThankedFor(attempt: EndedAttempt, panelSeenAt: number): boolean {
  const { finishReason, endedAt, isReleased } = attempt
  const isTimeUp = finishReason === ('Time expired' satisfies FinishReason)
  if (!isTimeUp || endedAt === null || isReleased) return false
  return endedAt > panelSeenAt && findNotice(attempt) === null
}

/** The rules are known to who has finished a quiz; other rules than those seen are shown whole again. */
export function areRulesFolded({
  hasFinished,
  seen,
  open,
}: {
  readonly hasFinished: boolean
  /** The ways in which tests judge leaving: those already shown, and those of the open tests. */
  readonly seen: readonly string[]
  readonly open: readonly string[]
}): boolean {
  return hasFinished && (seen.length === 0 || open.every((mode) => seen.includes(mode)))
}
