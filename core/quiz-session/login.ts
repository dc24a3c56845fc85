import type { CallFailure, SessionEvent, Timed } from './events.ts'
import type { SessionState } from './session-state.ts'

/** The server no longer knows who this is; what was chosen and seen waits for the next login. */
export function isLoggedOut(failure: CallFailure): boolean {
  return failure.kind === 'refused' && failure.code === 'not-signed-in'
}

const successes: ReadonlySet<string> = new Set<SessionEvent<unknown>['type']>([
  'acknowledgement-taken',
  'answer-taken',
  'clock-received',
  'end-taken',
  'report-taken',
  'logged-in',
])

/** Any reply tells whether the login still holds. */
export function noticeLogin<A>(
  session: SessionState<A>,
  event: Timed<SessionEvent<A>>,
): SessionState<A> {
  if (successes.has(event.type))
    return session.isLoggedOut ? { ...session, isLoggedOut: false } : session
  const failure = 'failure' in event ? event.failure : undefined
  return failure && isLoggedOut(failure) ? { ...session, isLoggedOut: true } : session
}
