import { getSecondsLeft } from '../attempts/deadline.ts'
import type { AnswerKey, SendEnd } from './effects.ts'
import { interruptEnd } from './ending.ts'
import type { CallFailure } from './events.ts'
import type { PauseNotice } from './phase.ts'
import type { SessionState, Step } from './session-state.ts'

/** Waits on the device: the server would not take it while the attempt is paused. */
export function isHeld<A>({ pause }: SessionState<A>, { sequence }: AnswerKey): boolean {
  return pause !== null && sequence > pause.takenUntil
}

/** A pause begins, goes on or ends. It stops what was about to end the attempt. */
export function receivePause<A>(
  session: SessionState<A>,
  notice: PauseNotice | null,
  at: number,
): Step<A> {
  const { pause } = session
  if (!notice) return pause ? resume(session, at) : [session, []]
  const takenUntil = Math.min(notice.since - 1, pause?.takenUntil ?? notice.since)
  const paused = { ...session, pause: { ...notice, takenUntil }, isWatched: false }
  return [interruptEnd(paused, false), []]
}

/** Watching begins anew, with the first question that is seen in a window with the focus. */
function resume<A>(session: SessionState<A>, at: number): Step<A> {
  const secondsLeft = getSecondsLeft(session.endsAt, at)
  return [
    { ...session, pause: null, isWatched: false },
    [{ type: 'show-message', message: { type: 'resumed', secondsLeft } }],
  ]
}

export function isPauseRefusal(failure: CallFailure): boolean {
  return failure.kind === 'refused' && failure.code === 'attempt-paused'
}

/** An answer was refused: those numbered like it wait. Only the clock tells since when it is paused. */
export function receiveRefusedAnswer<A>(
  session: SessionState<A>,
  sequence: number,
  at: number,
): Step<A> {
  return receiveRefusal(session, sequence - 1, at)
}

/** The end was refused: the quiz goes on after the pause. The server knows what forced it. */
export function receiveRefusedEnd<A>(
  session: SessionState<A>,
  sent: SendEnd<A>,
  at: number,
): Step<A> {
  const { phase } = session
  if (phase.at !== 'sending' || phase.ending.turn !== sent.turn) return [session, []]
  const endCalls = session.endCalls.filter((answers) => answers !== sent.answers)
  const [next, effects] = receiveRefusal(interruptEnd({ ...session, endCalls }, true), at, at)
  const { observed } = sent
  return [next, observed ? [...effects, { type: 'forget-report', observed }] : effects]
}

function receiveRefusal<A>(session: SessionState<A>, takenUntil: number, at: number): Step<A> {
  const { endsAt } = session
  const leftMs = Math.max(0, endsAt - at)
  const pause = session.pause ?? { since: at, reason: null, leftMs, takenUntil }
  const known = {
    ...session,
    pause: { ...pause, takenUntil: Math.min(pause.takenUntil, takenUntil) },
  }
  return receivePause(known, pause, at)
}
