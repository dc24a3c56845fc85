import type { IntegrityMode } from '../exams/exam.ts'
import {
  compareEvents,
  countViolations,
  type EventKind,
  getAllowance,
  isAway,
  isPartOfLast,
  isViolation,
  type LastSeen,
  maxWarnings,
  nothingSeen,
  type TimedEvent,
  toLastSeen,
} from './policy.ts'

export type WarningEvent = TimedEvent & { readonly durationMs: number | null }

/**
 * The subject of one warning: the first event, and how long the student was away until it is read.
 */
export type Warning = {
  /** 1 for the first one. */
  readonly number: number
  readonly kind: EventKind
  readonly at: number
  readonly awayMs: number
  /** For being away too long. Others count when they are read. */
  readonly isCounted: boolean
}

/** Away for longer than this in sum, a warning counts without being read. */
export const maxUncountedAwayMs = 60_000

export type ProctoringCount = {
  /** How many count. */
  readonly violations: number
  /** How many of them end nothing; null if none ever ends the attempt. */
  readonly allowed: number | null
  /** The one to show next; undefined where warnings are not acknowledged. */
  readonly warning: Warning | null | undefined
}

type CountingRules = {
  readonly mode: IntegrityMode
  /** The client says so at the start; warnings of one that does not say it count at once. */
  readonly acknowledges: boolean
  /** Also from the client: its browser asks nothing before it reloads or closes a page. */
  readonly hasNoReloadPrompt: boolean
}

export function countForAttempt(
  events: readonly WarningEvent[],
  { mode, acknowledges, hasNoReloadPrompt }: CountingRules,
): ProctoringCount {
  if (mode === 'strict' && acknowledges && hasNoReloadPrompt) return forgiveFirstReload(events)
  const allowed = getAllowance(mode)
  if (mode !== 'warn' || !acknowledges)
    return { violations: countViolations(events, mode), allowed, warning: undefined }
  const { counted, unread } = countWarnings(events)
  return { violations: counted, allowed, warning: unread[0] ?? null }
}

/** A page that is back later than this was closed and not reloaded. */
export const maxReloadMs = 60_000

/** It is shown as a warning that counts at once: the next reload ends the attempt, read or not. */
function forgiveFirstReload(events: readonly WarningEvent[]): ProctoringCount {
  const violations = countViolations(events, 'strict')
  const first = events.toSorted(compareEvents).find(({ kind }) => kind === 'refresh')
  const isReload = first && (first.durationMs ?? 0) <= maxReloadMs
  const others = events.filter((one) => one !== first)
  // A page that went away together with its tab was not reloaded.
  if (!isReload || countViolations(others, 'strict') === violations)
    return { violations, allowed: 0, warning: null }
  const isRead = events.some(({ kind }) => kind === 'warning-read')
  const { at, durationMs } = first
  const warning = {
    number: 1,
    kind: 'refresh',
    at,
    awayMs: durationMs ?? 0,
    isCounted: true,
  } as const
  return { violations, allowed: 1, warning: isRead ? null : warning }
}

type WarningCount = {
  readonly counted: number
  /** Oldest first. */
  readonly unread: readonly Warning[]
  readonly last: LastSeen
  /** Until when time away has been added up. */
  readonly awayUntil: number
}

/**
 * A warning waits until it is read, and counts then; what else happens while it waits is part of
 * it. Being away for too long counts by itself, and what comes after that is the next warning. Only
 * when both were read does another violation exceed what is allowed.
 */
export function countWarnings(events: readonly WarningEvent[]): WarningCount {
  const none = { counted: 0, unread: [], last: nothingSeen, awayUntil: -Infinity }
  return events.toSorted(compareEvents).reduce<WarningCount>((count, event) => {
    if (event.kind === 'warning-read') return readFirst(count)
    return isViolation(event.kind, 'warn') ? addViolation(count, event) : count
  }, none)
}

function readFirst(count: WarningCount): WarningCount {
  const [first, ...unread] = count.unread
  if (!first) return count
  return { ...count, counted: count.counted + (first.isCounted ? 0 : 1), unread }
}

function addViolation(count: WarningCount, event: WarningEvent): WarningCount {
  const isNew = !isPartOfLast(event, count.last)
  const seen = { ...count, last: toLastSeen(event, count.last) }
  const open = seen.unread.at(-1)
  if (isNew && !open && seen.counted >= maxWarnings) return { ...seen, counted: seen.counted + 1 }
  const canBegin = seen.counted < maxWarnings && (!open || open.isCounted)
  return addTimeAway(isNew && canBegin ? begin(seen, event) : seen, event)
}

function begin(count: WarningCount, { kind, at }: WarningEvent): WarningCount {
  const number = count.counted + 1
  const warning = { number, kind: kind as EventKind, at, awayMs: 0, isCounted: false }
  return { ...count, unread: [...count.unread, warning] }
}

function addTimeAway(count: WarningCount, event: WarningEvent): WarningCount {
  const open = count.unread.at(-1)
  if (!open) return count
  const end = event.at + (canTakeTime(event) ? (event.durationMs ?? 0) : 0)
  const addedMs = Math.max(0, end - Math.max(event.at, count.awayUntil))
  const awayMs = open.awayMs + addedMs
  const isCounted = open.isCounted || awayMs > maxUncountedAwayMs
  const kind = getMoreTelling(open, event)
  return {
    ...count,
    counted: count.counted + (isCounted && !open.isCounted ? 1 : 0),
    unread: count.unread.with(-1, { ...open, kind, awayMs, isCounted }),
    awayUntil: Math.max(count.awayUntil, end),
  }
}

function canTakeTime({ kind }: WarningEvent): boolean {
  return isAway(kind) || kind === 'refresh'
}

const fromVagueToTelling: readonly string[] = ['blur', 'hidden', 'refresh', 'back', 'devtools']

/**
 * Picks the more telling of simultaneous events: closing a page hides it, and that takes its focus.
 */
function getMoreTelling(warning: Warning, { kind, at }: WarningEvent): EventKind {
  const isAtOnce = isPartOfLast({ kind, at }, { awayAt: warning.at, devtoolsAt: warning.at })
  const rank = (one: string) => fromVagueToTelling.indexOf(one)
  return isAtOnce && rank(kind) > rank(warning.kind) ? (kind as EventKind) : warning.kind
}
