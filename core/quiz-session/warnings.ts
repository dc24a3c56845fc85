import { maxWarnings } from '../proctoring/policy.ts'
import type { Warning } from '../proctoring/warnings.ts'
import { getCallRetryMs } from '../retry/backoff.ts'
import { fetchOutcome } from './ending.ts'
import {
  getRetryAfterMs,
  isBusy,
  isOffline,
  type ReportOutcome,
  type SessionEvent,
  type Timed,
} from './events.ts'
import { isLoggedOut } from './login.ts'
import type { SessionState, Step } from './session-state.ts'

type Moment = Pick<Timed<object>, 'at' | 'jitter'>

/** Opens in a visible window with the focus, and stays until it is read. */
export function getShownWarning<A>({ phase, pause, warnings }: SessionState<A>): Warning | null {
  return phase.at === 'open' && !pause ? warnings.waiting : null
}

/** How many there are before the quiz ends. */
export function getAllowedWarnings<A>({ forgivesReload }: SessionState<A>): number {
  return forgivesReload ? 1 : maxWarnings
}

/** States that need the page itself or a dialog above it: nothing else may cover it. */
export function needsWholeScreen<A>(session: SessionState<A>): boolean {
  const { phase, pause } = session
  return (
    phase.at !== 'open' ||
    pause !== null ||
    session.isLoggedOut ||
    getShownWarning(session) !== null
  )
}

/** The server's word, unless it was overtaken by what this browser has read since. */
export function receiveWarnings<A>(
  session: SessionState<A>,
  { violations, warning }: ReportOutcome,
): SessionState<A> {
  if (warning === undefined) return session
  const { lastRead } = session.warnings
  const isRead = warning !== null && warning.number <= lastRead.number && warning.at <= lastRead.at
  const counted = isRead ? Math.max(violations, lastRead.number) : violations
  return {
    ...session,
    warnings: { ...session.warnings, counted, waiting: isRead ? null : warning },
  }
}

/** It counts from now on; it is sent to the server until that has answered. */
export function readWarning<A>(session: SessionState<A>, { at }: Moment): Step<A> {
  const warning = getShownWarning(session)
  if (!warning) return [session, []]
  const read = { number: warning.number, at: Math.max(at, warning.at) }
  const next = markRead(session, read)
  return [
    { ...next, warnings: { ...next.warnings, unsent: { ...read, failures: 0 } } },
    [
      { type: 'send-acknowledgement', ...read },
      { type: 'broadcast', message: { type: 'warning-read', ...read } },
    ],
  ]
}

/** In this window or in another one of the browser. */
export function markRead<A>(
  session: SessionState<A>,
  { number, at }: { readonly number: number; readonly at: number },
): SessionState<A> {
  const { warnings } = session
  const isWaiting = warnings.waiting !== null && warnings.waiting.number <= number
  const counted = Math.max(warnings.counted, number)
  const waiting = isWaiting ? null : warnings.waiting
  return { ...session, warnings: { ...warnings, counted, waiting, lastRead: { number, at } } }
}

/** Replies to what was acknowledged, and pauses before it is sent again. */
export function advanceWarnings<A>(
  session: SessionState<A>,
  event: Timed<SessionEvent<A>>,
): Step<A> {
  switch (event.type) {
    case 'acknowledgement-taken': {
      const received = receiveWarnings(forget(session), event.outcome)
      return event.outcome.finished ? fetchOutcome(received, event) : [received, []]
    }
    case 'acknowledgement-failed':
      return applyFailure(session, event)
    case 'waited':
      return event.timer === timer ? sendAgain(session) : [session, []]
    case 'logged-in':
      return sendAgain(session)
    case 'browser':
      return event.change === 'online' ? sendAgain(session) : [session, []]
    default:
      return [session, []]
  }
}

const timer = 'warning'

function applyFailure<A>(
  session: SessionState<A>,
  { failure, jitter }: Extract<Timed<SessionEvent<A>>, { type: 'acknowledgement-failed' }>,
): Step<A> {
  const { unsent } = session.warnings
  const canRetry = isOffline(failure) || isBusy(failure) || isLoggedOut(failure)
  if (!unsent || !canRetry) return [forget(session), []]
  const failures = unsent.failures + 1
  const ms = getCallRetryMs(failures, jitter, getRetryAfterMs(failure))
  const warnings = { ...session.warnings, unsent: { ...unsent, failures } }
  return [{ ...session, warnings }, [{ type: 'wait', timer, ms }]]
}

function sendAgain<A>(session: SessionState<A>): Step<A> {
  const { unsent } = session.warnings
  if (!unsent || unsent.failures === 0 || session.phase.at === 'ended') return [session, []]
  return [session, [{ type: 'send-acknowledgement', number: unsent.number, at: unsent.at }]]
}

function forget<A>(session: SessionState<A>): SessionState<A> {
  return { ...session, warnings: { ...session.warnings, unsent: null } }
}
