import { type Refusal, refuse } from '../refusal.ts'
import type { Seat } from './seats.ts'

/** When one window lets students start; times are milliseconds since 1970 by the server's clock. */
export type WindowTimes = {
  readonly opensAt: number
  /** From then on it is closed. */
  readonly closesAt: number
  /** The last moment to start; null: until it closes. */
  readonly latestEntryAt: number | null
  /** Whether running attempts end when it closes; extra time still runs past that. */
  readonly endsAtClosing: boolean
}

/** One of a student who may have a seat in it. */
export type SeatedWindow = WindowTimes & { readonly seat?: Seat }

export const audienceKinds = ['batch', 'students', 'everyone'] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** `entry-over`: it is too late to start, and who has started works on. */
export const windowPhases = ['coming', 'open', 'entry-over', 'closed'] as const
export type WindowPhase = (typeof windowPhases)[number]

export function getWindowPhase(window: WindowTimes, now: number): WindowPhase {
  if (now < window.opensAt) return 'coming'
  if (now >= window.closesAt) return 'closed'
  return now <= getLastEntry(window) ? 'open' : 'entry-over'
}

export const shownPhases = ['not-released', ...windowPhases] as const
export type ShownPhase = (typeof shownPhases)[number]

/** As a window is shown: before the release of its exam nobody can start, whatever its times say. */
export function toShownPhase(phase: WindowPhase, isReleased: boolean): ShownPhase {
  return isReleased || phase === 'closed' ? phase : 'not-released'
}

/** The last millisecond at which somebody may start. */
export function getLastEntry({ closesAt, latestEntryAt }: WindowTimes): number {
  return Math.min(latestEntryAt ?? closesAt - 1, closesAt - 1)
}

/** The access that the windows of one student give together. */
export type StudentAccess = {
  readonly phase: WindowPhase
  /** When it opens or, once it has, when it opened. */
  readonly opensAt: number
  readonly closesAt: number
  /** Null where one may start until it closes. */
  readonly latestEntryAt: number | null
  readonly endsAtClosing: boolean
  /** Missing where none of the windows gives one, and once all are closed. */
  readonly seat?: Seat
}

/**
 * The widest of several windows: a student may start whenever one of them would let them. Null
 * where there is none: the exam is not for this student.
 */
export function resolveAccess(windows: readonly SeatedWindow[], now: number): StudentAccess | null {
  const access = mergeWindows(windows, now)
  const seat = findSeat(windows, now)
  return access && seat ? { ...access, seat } : access
}

/** In the window that opened last or, if none has opened, in the one that opens first. */
function findSeat(windows: readonly SeatedWindow[], now: number): Seat | undefined {
  const [first, ...others] = windows
    .filter(({ seat, closesAt }) => seat && now < closesAt)
    .toSorted((one, other) => one.opensAt - other.opensAt)
  return (others.findLast(({ opensAt }) => opensAt <= now) ?? first)?.seat
}

function mergeWindows(windows: readonly WindowTimes[], now: number): StudentAccess | null {
  const last = windows.toSorted(compareClosings).at(-1)
  if (!last) return null
  const entries = mergeEntries(windows)
  const entry = entries.find(({ until }) => now <= until)
  if (!entry) {
    const isStillOpen = windows.some((window) => getWindowPhase(window, now) === 'entry-over')
    return describe(last, getLastEntry(last), isStillOpen ? 'entry-over' : 'closed')
  }
  const closing = findClosing(windows, Math.max(now, entry.from)) ?? last
  const span = { opensAt: entry.from, ...closing }
  return describe(span, entry.until, now < entry.from ? 'coming' : 'open')
}

function describe(
  { opensAt, closesAt, endsAtClosing }: Omit<WindowTimes, 'latestEntryAt'>,
  lastEntry: number,
  phase: WindowPhase,
): StudentAccess {
  const latestEntryAt = lastEntry === closesAt - 1 ? null : lastEntry
  return { phase, opensAt, closesAt, latestEntryAt, endsAtClosing }
}

/** The last to close is last; of those that close together, the first to open. */
function compareClosings(one: WindowTimes, other: WindowTimes): number {
  return (
    one.closesAt - other.closesAt ||
    other.opensAt - one.opensAt ||
    getLastEntry(one) - getLastEntry(other)
  )
}

/** Both ends are included. */
export type EntryPeriod = { readonly from: number; readonly until: number }

/** When a student may start by this window together with those of their other ones that meet it. */
export function getEntryPeriod(window: WindowTimes, others: readonly WindowTimes[]): EntryPeriod {
  const own = { from: window.opensAt, until: getLastEntry(window) }
  const periods = mergeEntries([window, ...others])
  return periods.find(({ from, until }) => from <= own.from && own.from <= until) ?? own
}

/** When one may start, earliest first: periods that meet are one. */
function mergeEntries(windows: readonly WindowTimes[]): EntryPeriod[] {
  const merged: EntryPeriod[] = []
  for (const window of windows.toSorted((one, other) => one.opensAt - other.opensAt)) {
    const [from, until] = [window.opensAt, getLastEntry(window)]
    const before = merged.at(-1)
    if (before && from <= before.until + 1) {
      merged[merged.length - 1] = { from: before.from, until: Math.max(before.until, until) }
    } else {
      merged.push({ from, until })
    }
  }
  return merged
}

export type Closing = Pick<WindowTimes, 'closesAt' | 'endsAtClosing'>

/**
 * When the windows close for an attempt that starts at this moment: windows that meet count as one,
 * which closes with the last of them and ends attempts only if each of them does. Null if none of
 * them is open at that moment.
 */
export function findClosing(windows: readonly WindowTimes[], startedAt: number): Closing | null {
  const closing = { closesAt: startedAt, endsAtClosing: true }
  for (const window of windows.toSorted((one, other) => one.opensAt - other.opensAt)) {
    if (window.opensAt > closing.closesAt || window.closesAt <= startedAt) continue
    closing.closesAt = Math.max(closing.closesAt, window.closesAt)
    closing.endsAtClosing &&= window.endsAtClosing
  }
  return closing.closesAt > startedAt ? closing : null
}

/**
 * Why this student cannot start now; null if they can. An extra attempt was given to them by name, so
 * it may also be started when the entry is over.
 */
export function findEntryRefusal(
  { phase }: Pick<StudentAccess, 'phase'>,
  { isExtraAttempt }: { readonly isExtraAttempt: boolean },
): Refusal<'not-open-yet' | 'entry-over' | 'window-closed'> | null {
  if (phase === 'open') return null
  if (phase === 'coming') return refuse('not-open-yet')
  if (isExtraAttempt) return null
  return refuse(phase === 'entry-over' ? 'entry-over' : 'window-closed')
}

/** A window that one student has, and since when: from then on its batch has them. */
export type OwnWindow = WindowTimes & { readonly since: number }

/**
 * The last window in which a student who has no attempt could have started; null while another one
 * is open to them or coming, and if they were added too late for each.
 */
export function findMissedWindow<W extends OwnWindow>(
  windows: readonly W[],
  now: number,
): W | null {
  const access = resolveAccess(windows, now)
  if (!access || access.phase === 'open' || access.phase === 'coming') return null
  return (
    windows
      .filter((window) => window.since <= getLastEntry(window))
      .toSorted(compareClosings)
      .at(-1) ?? null
  )
}

type WindowDraft = Omit<WindowTimes, 'endsAtClosing'>

/** Longer is a slip of the year. */
const maxWindowMs = 366 * 24 * 60 * 60_000

/** Errors in the times of a window, by field; null if there are none. */
export function findWindowErrors({
  opensAt,
  closesAt,
  latestEntryAt,
}: WindowDraft): Readonly<Record<string, string>> | null {
  if (closesAt <= opensAt) return { closesAt: 'Close it after it opens' }
  if (closesAt - opensAt > maxWindowMs) return { closesAt: 'Close it within a year' }
  if (latestEntryAt === null) return null
  if (latestEntryAt < opensAt) return { latestEntryAt: 'Set the latest entry after the opening' }
  if (latestEntryAt > closesAt) return { latestEntryAt: 'Set the latest entry before the closing' }
  return null
}
