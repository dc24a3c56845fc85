import { graceMs } from '../attempts/deadline.ts'
import { isDrained } from './answer-queue.ts'
import { getEndDelayMs } from './clock-interval.ts'
import type { EndKind, PendingAnswer, ProctoringEvent } from './effects.ts'
import type { Timed } from './events.ts'
import type { Ending, Phase } from './phase.ts'
import {
  andThen,
  getUnsubmitted,
  listAnswered,
  listUnsent,
  type SessionState,
  type Step,
  showNextQuestion,
} from './session-state.ts'

/** A call that hangs is given up and tried anew, but not on a net whose round trip takes 10 s. */
export const callTimeoutMs = 30_000
/**
 * At the deadline an end has 15 s to arrive: the first is given up in time for a second one, and
 * each later one is given longer.
 */
const firstEndTimeoutMs = { min: 5_000, max: 12_000 }
const secondEndAfterMs = 13_000
const laterEndTimeoutsMs = [20_000, 40_000] as const
/** Windows that have not answered by then are not waited for: the end must arrive in time. */
const deadlineCheckTimeoutMs = 2000
/** On a slow connection one request with all answers is faster than one for each. */
const drainTimeoutMs = 10_000

type Moment = Pick<Timed<object>, 'at' | 'jitter'>
type SendingPhase<A> = Extract<Phase<A>, { at: 'sending' }>

/** The student is done: pending answers are sent first, or after a while with the end itself. */
export function finish<A>(session: SessionState<A>, { at }: Moment): Step<A> {
  if (session.phase.at !== 'open' || session.pause) return [session, []]
  const step = begin(session, { kind: 'finished' }, 'draining')
  return andThen(waitForEnd(step, drainTimeoutMs), (next) => finishOnceDrained(next, at))
}

export function finishOnceDrained<A>(session: SessionState<A>, at: number): Step<A> {
  const { phase, queue } = session
  const isDue = phase.at === 'sending' && phase.step === 'draining' && isDrained(queue)
  return isDue ? tryEnd(session, phase, at) : [session, []]
}

/** Replaces a finish that is under way, unless minutes were added. */
export function expire<A>(session: SessionState<A>, { jitter }: Moment): Step<A> {
  const { phase } = session
  const before = 'ending' in phase ? phase.ending : null
  const wasFinishing = before?.kind === 'finished' && !before.isOutcome
  if (session.pause || (phase.at !== 'open' && !wasFinishing)) return [session, []]
  const unsubmitted = getUnsubmitted(session)
  const resumesAs = wasFinishing ? 'finished' : 'open'
  const delayMs = getEndDelayMs(session.pollSeconds, jitter)
  return waitForEnd(begin(session, { kind: 'expired', unsubmitted, resumesAs }), delayMs)
}

/** An event that ends a strict exam: ends it at once and sends nothing else. */
export function force<A>(
  session: SessionState<A>,
  observed: ProctoringEvent,
  { at }: Moment,
): Step<A> {
  if (session.phase.at !== 'open') return [session, []]
  const unsubmitted = getUnsubmitted(session)
  const closed = { ...session, queue: { ...session.queue, isClosed: true } }
  return tryNow(begin(closed, { kind: 'forced', observed, unsubmitted }), at)
}

/** The attempt was closed elsewhere: asks how, unless it has been reopened since. */
export function fetchOutcome<A>(session: SessionState<A>, { at }: Moment): Step<A> {
  if (session.phase.at !== 'open') return [session, []]
  return tryNow(begin(session, { kind: 'finished', isOutcome: true, resumesAs: 'open' }), at)
}

export function retryEnd<A>(session: SessionState<A>, { at }: Moment): Step<A> {
  if (session.phase.at !== 'failed') return [session, []]
  return tryNow(begin(session, session.phase.ending), at)
}

/** A wait is over: its time has passed, or the browser is online again. */
export function endPause<A>(session: SessionState<A>, at: number, isEarly = false): Step<A> {
  const { phase } = session
  if (phase.at === 'failed' && phase.isTriedAgain) {
    const { ending } = phase
    return tryEnd(session, { at: 'sending', step: 'waiting', isOffline: false, ending }, at)
  }
  if (phase.at !== 'sending') return [session, []]
  const isRetry = phase.step === 'waiting' && phase.ending.failures > 0
  const isDue = phase.step === 'draining' || phase.step === 'waiting'
  return (isEarly ? isRetry : isDue) ? tryEnd(session, phase, at) : [session, []]
}

/** The server's clock has answered, or not in time. */
export function applyDeadlineCheck<A>(
  session: SessionState<A>,
  turn: number,
  isRunning: boolean | null,
  { at, jitter }: Moment,
): Step<A> {
  const { phase } = session
  if (phase.at !== 'sending' || phase.step !== 'asking-clock' || phase.ending.turn !== turn)
    return [session, []]
  // Another reply may have brought more time while the clock was silent.
  if ((isRunning ?? !phase.ending.isOutcome) && hasTimeLeft(session, phase.ending, at))
    return resume(session, phase.ending, { at, jitter })
  return loadAnswers(session, phase)
}

/** Another reply has brought more time before the end was sent: no need to wait for the clock. */
export function goOn<A>(session: SessionState<A>, { at, jitter }: Moment): Step<A> {
  const { phase } = session
  if (phase.at !== 'sending' || phase.ending.kind !== 'expired' || phase.ending.failures > 0)
    return [session, []]
  const isUnsent = phase.step === 'waiting' || phase.step === 'asking-clock'
  return isUnsent && hasTimeLeft(session, phase.ending, at)
    ? resume(session, phase.ending, { at, jitter })
    : [session, []]
}

function hasTimeLeft<A>(session: SessionState<A>, ending: Ending<A>, at: number): boolean {
  return session.endsAt > Math.max(ending.isOutcome ? 0 : ending.endsAt, at)
}

function resume<A>(session: SessionState<A>, ending: Ending<A>, moment: Moment): Step<A> {
  const open = reopen(session)
  return ending.resumesAs === 'finished' ? finish(open, moment) : [open, []]
}

/** Sends the end with all pending answers of this device. */
export function sendEnd<A>(
  session: SessionState<A>,
  turn: number,
  loaded: readonly PendingAnswer<A>[],
  at: number,
): Step<A> {
  const { phase, queue } = session
  if (phase.at !== 'sending' || phase.step !== 'loading' || phase.ending.turn !== turn)
    return [session, []]
  const { ending } = phase
  const answers = mergeAnswers(loaded, listUnsent(session, ending.unsubmitted))
  const isTaking = !ending.isOutcome && !queue.isOver && at <= session.endsAt + graceMs
  const endCalls = isTaking ? [...session.endCalls, answers] : session.endCalls
  const { kind, observed } = ending
  const timeoutMs = getTimeoutMs(session, ending.failures, at)
  return [
    { ...session, endCalls, phase: { ...phase, step: 'calling' } },
    [{ type: 'send-end', turn, kind, observed, answers, timeoutMs }],
  ]
}

function begin<A>(
  session: SessionState<A>,
  input: Partial<Ending<A>> & { readonly kind: EndKind },
  step: 'draining' | 'waiting' = 'waiting',
): Step<A> {
  const turn = session.lastTurn + 1
  const ending: Ending<A> = {
    isOutcome: false,
    observed: null,
    unsubmitted: null,
    resumesAs: null,
    ...input,
    endsAt: session.endsAt,
    turn,
    failures: 0,
    hasFailed: input.hasFailed ?? false,
  }
  return [
    { ...session, lastTurn: turn, phase: { at: 'sending', step, isOffline: false, ending } },
    [],
  ]
}

export function waitForEnd<A>([session, effects]: Step<A>, ms: number): Step<A> {
  return [session, [...effects, { type: 'wait', timer: 'end', ms }]]
}

function tryNow<A>(step: Step<A>, at: number): Step<A> {
  return andThen(step, (session) => endPause(session, at))
}

function tryEnd<A>(session: SessionState<A>, phase: SendingPhase<A>, at: number): Step<A> {
  const { turn, resumesAs, kind } = phase.ending
  if (resumesAs !== null) {
    const asking: SendingPhase<A> = { ...phase, step: 'asking-clock' }
    const timeoutMs = deadlineCheckTimeoutMs
    return [{ ...session, phase: asking }, [{ type: 'ask-clock', turn, timeoutMs, isPoll: false }]]
  }
  if (kind !== 'forced') return loadAnswers(session, phase)
  return sendEnd({ ...session, phase: { ...phase, step: 'loading' } }, turn, [], at)
}

function loadAnswers<A>(session: SessionState<A>, phase: SendingPhase<A>): Step<A> {
  const { turn } = phase.ending
  return [{ ...session, phase: { ...phase, step: 'loading' } }, [{ type: 'load-answers', turn }]]
}

/** There is time left: the quiz goes on at the first question without an answer. */
function reopen<A>(session: SessionState<A>): SessionState<A> {
  const queue = { ...session.queue, isOver: false, isClosed: false }
  const open: SessionState<A> = { ...session, queue, phase: { at: 'open' } }
  const isAnswered = session.questionId !== undefined && listAnswered(open).has(session.questionId)
  if (!isAnswered || session.isPausing) return open
  return showNextQuestion(open)
}

/** A pause stops an end, unless it may have reached the server or was forced before the pause. */
export function interruptEnd<A>(session: SessionState<A>, isRefused: boolean): SessionState<A> {
  const { phase } = session
  if (phase.at !== 'sending' && phase.at !== 'failed') return session
  const isOnItsWay = phase.at === 'sending' && phase.step === 'calling'
  if (!isRefused && (isOnItsWay || phase.ending.kind === 'forced')) return session
  return reopen(session)
}

function getTimeoutMs<A>(session: SessionState<A>, failures: number, at: number): number {
  const { min, max } = firstEndTimeoutMs
  const untilSecondMs = session.endsAt + secondEndAfterMs - at
  const timeoutMs =
    failures === 0
      ? Math.min(max, Math.max(min, untilSecondMs))
      : (laterEndTimeoutsMs[failures - 1] ?? laterEndTimeoutsMs[1])
  return at + callTimeoutMs < session.endsAt ? Math.max(callTimeoutMs, timeoutMs) : timeoutMs
}

/** Each answer once, oldest first. */
function mergeAnswers<A>(
  ...lists: readonly (readonly PendingAnswer<A>[])[]
): readonly PendingAnswer<A>[] {
  const byKey = new Map(lists.flat().map((one) => [`${one.sequence} ${one.questionId}`, one]))
  return [...byKey.values()].sort((one, other) => one.sequence - other.sequence)
}
