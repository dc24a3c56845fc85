import { isSameSeat, type Seat } from './seats.ts'
import { getLastEntry, type WindowTimes } from './window.ts'

/** A window as one student is notified of it. */
export type WindowNotice = WindowTimes & {
  readonly title: string
  /** Null where the window has no rooms, or none left for this student. */
  readonly seat: Seat | null
}

export type WindowEmailKind = 'invitation' | 'update' | 'cancellation'

/**
 * Null on either side: the student has no such window, because they are not in it, it was taken away, or
 * its exam is not released.
 */
export function decideWindowEmail(
  notified: WindowNotice | null,
  current: WindowNotice | null,
  now: number,
): WindowEmailKind | null {
  if (!notified) return current && canStillStart(current, now) ? 'invitation' : null
  if (!current) return canStillStart(notified, now) ? 'cancellation' : null
  if (isSameNotice(notified, current)) return null
  return canStillStart(notified, now) || canStillStart(current, now) ? 'update' : null
}

function canStillStart(window: WindowTimes, now: number): boolean {
  return now <= getLastEntry(window)
}

export function isSameNotice(one: WindowNotice | null, other: WindowNotice | null): boolean {
  if (!one || !other) return one === other
  return (
    one.title === other.title &&
    one.opensAt === other.opensAt &&
    one.closesAt === other.closesAt &&
    one.latestEntryAt === other.latestEntryAt &&
    one.endsAtClosing === other.endsAtClosing &&
    isSameSeat(one.seat, other.seat)
  )
}

/** Changes that follow each other faster are one email. */
export const quietBeforeEmailMs = 10 * 60_000

/** One window as one student was last notified of it, and the change that waits to be sent. */
export type WindowEmailState = {
  /** By the last email; null before the first one and after a cancellation. */
  readonly notified: WindowNotice | null
  /** The last email’s number, as calendars count them; -1 before the first one. */
  readonly sequence: number
  readonly pending: { readonly notice: WindowNotice | null; readonly since: number } | null
}

export const notNotified: WindowEmailState = { notified: null, sequence: -1, pending: null }

export type DecidedEmail = {
  readonly kind: WindowEmailKind
  /** The window as it is now; for a cancellation, as it was sent. */
  readonly notice: WindowNotice
  /** The window as it was sent before an update; else null. */
  readonly before: WindowNotice | null
  readonly sequence: number
}

/** The email that is due now, or null where the student knows the window as it is. */
export function composeDueEmail(
  { notified, sequence }: Pick<WindowEmailState, 'notified' | 'sequence'>,
  current: WindowNotice | null,
  now: number,
): DecidedEmail | null {
  const kind = decideWindowEmail(notified, current, now)
  const notice = current ?? notified
  if (!kind || !notice) return null
  return { kind, notice, before: kind === 'update' ? notified : null, sequence: sequence + 1 }
}

/**
 * Compares the window with what the student knows. The email is due once nothing has changed for ten
 * minutes; a change that is taken back in that time is none.
 */
export function followWindow(
  state: WindowEmailState,
  current: WindowNotice | null,
  now: number,
): { readonly state: WindowEmailState; readonly email: DecidedEmail | null } {
  const { pending } = state
  const email = composeDueEmail(state, current, now)
  if (!email) return { state: { ...state, pending: null }, email: null }
  // A clock that was put back begins the ten minutes anew.
  if (!pending || !isSameNotice(pending.notice, current) || pending.since > now) {
    return { state: { ...state, pending: { notice: current, since: now } }, email: null }
  }
  if (now - pending.since < quietBeforeEmailMs) return { state, email: null }
  return { state: { notified: current, sequence: email.sequence, pending: null }, email }
}
