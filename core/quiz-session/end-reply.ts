import { graceMs } from '../attempts/deadline.ts'
import { getForcedFinishReason } from '../proctoring/policy.ts'
import { getCallRetryMs } from '../retry/backoff.ts'
import { type AnswerQueue, addUnsubmitted } from './answer-queue.ts'
import type { AnswerKey, SendEnd } from './effects.ts'
import { waitForEnd } from './ending.ts'
import {
  type CallFailure,
  getRetryAfterMs,
  isBusy,
  isOffline,
  type SessionEvent,
  type Timed,
} from './events.ts'
import { isLoggedOut } from './login.ts'
import type { Ending, Phase } from './phase.ts'
import { listUnsent, type SessionState, type Step } from './session-state.ts'

/** A server that stays busy shows an error. */
const maxBusyRetries = 6
/** Trying again would change nothing by itself. */
const finalCodes = ['attempt-not-found', 'invalid-input']

type EndTaken = Extract<SessionEvent<never>, { type: 'end-taken' }>
type Moment = Pick<Timed<object>, 'at' | 'jitter'>

/** The first reply wins, even that of a call that another one has replaced. */
export function applyEnd<A>(
  session: SessionState<A>,
  sent: SendEnd<A>,
  { finishReason, notTaken: refused = [] }: Pick<EndTaken, 'finishReason' | 'notTaken'>,
  at: number,
): Step<A> {
  const { phase, queue, reports, mode, wasShared } = session
  if (phase.at === 'ended') return [session, []]
  const ending = phase.at === 'open' ? null : phase.ending
  const isInTime = at <= session.endsAt + graceMs
  const isOwn = isInTime && isOwnReason(sent, finishReason)
  const unsubmitted = ending?.unsubmitted ?? null
  const unsent = listUnsent(session, unsubmitted)
  // The last call of a page that was hidden has no reply and may be lost: only answers that came
  // with the call replied to are known to have arrived.
  const endCalls = new Set([sent.answers, ...session.endCalls])
  const calls = isOwn && session.endCalls.length > 0 ? [...endCalls] : []
  const endingReports = reports.filter(
    ({ observed }) => mode !== 'observe' && getForcedFinishReason(observed.kind) === finishReason,
  )
  // The order of these is unknown, and nothing is known of another window's.
  const carriers = [...calls, ...endingReports.map(({ answers }) => answers)]
  const isTaken = (one: AnswerKey) =>
    !wasShared &&
    !refused.includes(one.questionId) &&
    carriers.length > 0 &&
    carriers.every((answers) => hasAnswer(answers, one))
  const taken = carriers.flat().filter(isTaken)
  const notTaken = unsent.filter((one) => !isTaken(one)).map(({ questionId }) => questionId)
  const saved = new Set([...queue.saved, ...taken.map(({ questionId }) => questionId)])
  const unstored = queue.waiting.filter(({ place }) => place !== 'device')
  const takenKeys = taken.filter((one) => !hasAnswer(unstored, one)).map(toKey)
  const ended: SessionState<A> = {
    ...session,
    phase: {
      at: 'ended',
      finishReason,
      isLate: notTaken.length > 0,
      notTaken,
      late: { step: 'idle', failures: 0, kept: [], declined: [] },
    },
    queue: {
      ...addUnsubmitted(
        dropTaken(queue, isTaken),
        unsubmitted && !isTaken(unsubmitted) ? unsubmitted : null,
      ),
      saved: [...saved],
      isClosed: true,
    },
  }
  return [
    ended,
    [
      { type: 'clear-attempt', answers: takenKeys },
      { type: 'broadcast', message: { type: 'ended', taken: takenKeys } },
      ...(sent.observed ? [{ type: 'forget-report', observed: sent.observed } as const] : []),
    ],
  ]
}

export function applyEndFailure<A>(
  session: SessionState<A>,
  { turn }: SendEnd<A>,
  failure: CallFailure,
  { jitter }: Moment,
): Step<A> {
  const { phase } = session
  if (phase.at !== 'sending' || phase.ending.turn !== turn) return [session, []]
  // The page may be closed before it is taken: the device keeps what was chosen.
  const queue = addUnsubmitted(session.queue, phase.ending.unsubmitted)
  const failures = phase.ending.failures + 1
  const ending = { ...phase.ending, failures, unsubmitted: null }
  const isFinal = failure.kind === 'refused' && finalCodes.includes(failure.code)
  const failed: Phase<A> = isForNow(failure, phase.ending)
    ? { at: 'sending', step: 'waiting', isOffline: isOffline(failure), ending }
    : { at: 'failed', ending: { ...ending, hasFailed: true }, isTriedAgain: !isFinal }
  const step: Step<A> = [{ ...session, queue, phase: failed }, []]
  if (isFinal) return step
  return waitForEnd(step, getCallRetryMs(failures, jitter, getRetryAfterMs(failure)))
}

/** It is no error yet. */
function isForNow<A>(failure: CallFailure, { failures, hasFailed }: Ending<A>): boolean {
  if (isBusy(failure)) return !hasFailed && failures < maxBusyRetries
  return isOffline(failure) || isLoggedOut(failure)
}

/** A different reason means that it was already closed, so nothing was accepted. */
function isOwnReason<A>({ kind, observed }: SendEnd<A>, finishReason: string): boolean {
  if (kind === 'forced')
    return observed !== null && finishReason === getForcedFinishReason(observed.kind)
  return finishReason === 'Completed' || finishReason === 'Time expired'
}

function dropTaken<A>(queue: AnswerQueue<A>, isTaken: (one: AnswerKey) => boolean) {
  return { ...queue, waiting: queue.waiting.filter((one) => !isTaken(one)) }
}

function hasAnswer(answers: readonly AnswerKey[], { questionId, sequence }: AnswerKey): boolean {
  return answers.some((one) => one.questionId === questionId && one.sequence === sequence)
}

function toKey({ questionId, sequence }: AnswerKey): AnswerKey {
  return { questionId, sequence }
}
