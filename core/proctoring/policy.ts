import type { IntegrityMode } from '../exams/exam.ts'

/** Events that a browser reports when a student may have left the test. */
export const eventKinds = [
  'devtools',
  'hidden',
  'blur',
  'short-blur',
  'refresh',
  'back',
  'blocked-key',
  'context-menu',
  'offline',
  'online',
] as const
export type EventKind = (typeof eventKinds)[number]

/** Events that the server notices by itself, from the calls that arrive and those that do not. */
export const noticedKinds = ['resume', 'silence', 'other-device'] as const
/**
 * Events recorded for an attempt: also the window and the browser at its start, that a student has
 * read a warning, and when the institute stopped its clock.
 */
export const recordedKinds = [
  ...eventKinds,
  'window-gap',
  'no-reload-prompt',
  'warning-read',
  'pause',
  ...noticedKinds,
] as const
export type RecordedKind = (typeof recordedKinds)[number]

/** Events that end a strict test at once; the others are only recorded. */
const violationKinds: ReadonlySet<RecordedKind> = new Set([
  'devtools',
  'hidden',
  'blur',
  'refresh',
  'back',
])

/** In `warn` mode the first two bring a warning, the next one ends the test. */
export const maxWarnings = 2

export type TimedEvent = { readonly kind: RecordedKind; readonly at: number }

/** Switching tabs or closing the page causes blur and a hidden tab together: they count as one. */
export const mergeWindowMs = 1_000

export function isViolation(kind: RecordedKind, mode: IntegrityMode): boolean {
  if (!violationKinds.has(kind)) return false
  // In `observe` mode a refresh just resumes the test; in `warn` mode it counts like any other.
  return !(kind === 'refresh' && mode === 'observe')
}

/**
 * Oldest first; in one millisecond leaving comes first, since it can cause the others, and reading
 * a warning last, since it is about what came before.
 */
export function compareEvents(one: TimedEvent, other: TimedEvent): number {
  return one.at - other.at || getRank(one.kind) - getRank(other.kind)
}

function getRank(kind: RecordedKind): number {
  if (kind === 'warning-read') return 2
  return isAway(kind) ? 0 : 1
}

/** When leaving and developer tools were seen last. */
export type LastSeen = { readonly awayAt: number; readonly devtoolsAt: number }
export const nothingSeen: LastSeen = { awayAt: -Infinity, devtoolsAt: -Infinity }

/** Leaving and closing the page come together, and opening developer tools takes the focus, too. */
export function isPartOfLast({ kind, at }: TimedEvent, last: LastSeen): boolean {
  const isJustAway = at - last.awayAt <= mergeWindowMs
  if (isAway(kind)) return isJustAway || at - last.devtoolsAt <= mergeWindowMs
  return isJustAway && (kind === 'refresh' || kind === 'devtools')
}

export function toLastSeen({ kind, at }: TimedEvent, last: LastSeen): LastSeen {
  if (isAway(kind)) return { ...last, awayAt: at }
  return kind === 'devtools' ? { ...last, devtoolsAt: at } : last
}

/** How many violations these events are, in whatever order they arrived. */
export function countViolations(events: readonly TimedEvent[], mode: IntegrityMode): number {
  const countedEvents = events.filter(({ kind }) => isViolation(kind, mode)).toSorted(compareEvents)
  let count = 0
  let last = nothingSeen
  for (const event of countedEvents) {
    if (!isPartOfLast(event, last)) count++
    last = toLastSeen(event, last)
  }
  return count
}

type CountedViolations = {
  readonly violations: number
  /** How many of them end nothing; null if none ever ends the test. */
  readonly allowed: number | null
}

/** How many more are forgiven; null if none ever ends the test. */
export function countRemainingWarnings({ violations, allowed }: CountedViolations): number | null {
  return allowed === null ? null : Math.max(0, allowed - violations)
}

export function isAllowanceExceeded({ violations, allowed }: CountedViolations): boolean {
  return allowed !== null && violations > allowed
}

export function getAllowance(mode: IntegrityMode): number | null {
  if (mode === 'observe') return null
  return mode === 'warn' ? maxWarnings : 0
}

export function isAway(kind: RecordedKind): boolean {
  return kind === 'blur' || kind === 'hidden'
}

/** The spec's words for an end that the browser saw coming. */
export function getForcedFinishReason(kind: EventKind): string {
  switch (kind) {
    case 'devtools':
      return 'Developer tools opened'
    case 'refresh':
      return 'Page refreshed or closed'
    case 'back':
      return 'User pressed back button'
    default:
      return 'Auto submission'
  }
}

export const blurToleranceMs = 500

/**
 * For students with assistive tools: the lists and settings of a screen reader are windows of its
 * own. Leaving the window for less is a `short-blur`, which counts nothing.
 */
export const assistiveBlurToleranceMs = 20_000

/** A short loss of focus does not count, nor does one of our own dialogs. */
export function isBlur(awayMs: number, isDialogOpen: boolean): boolean {
  return awayMs >= blurToleranceMs && !isDialogOpen
}
