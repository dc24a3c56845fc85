import { getCallRetryMs } from '../retry/backoff.ts'
import { isWriting } from './answer-queue.ts'
import type { AnswerKey, SendLate } from './effects.ts'
import { type CallFailure, getRetryAfterMs, type LateOutcome, type Timed } from './events.ts'
import type { LateState } from './phase.ts'
import { listUnsent, type SessionState, type Step } from './session-state.ts'

const timer = 'late'

/** Sends what the end has not taken, once the device has written all of it down. */
export function sendLateAnswers<A>(session: SessionState<A>): Step<A> {
  const { phase, queue } = session
  const isDue = phase.at === 'ended' && phase.late.step === 'idle'
  if (!isDue || queue.waiting.length === 0 || isWriting(queue)) return [session, []]
  const sent: SendLate<A> = { type: 'send-late', answers: listUnsent(session, null) }
  return [setLate(session, { step: 'calling' }), [sent]]
}

/** The server has said of each what became of it: the device need not keep them any longer. */
export function applyLateOutcome<A>(
  session: SessionState<A>,
  { answers }: SendLate<A>,
  outcome: LateOutcome,
): Step<A> {
  const { phase, queue } = session
  if (phase.at !== 'ended') return [session, []]
  const { kept, declined } = phase.late
  const isSent = (one: AnswerKey) => answers.some(({ sequence }) => sequence === one.sequence)
  const next = setLate(session, {
    step: 'idle',
    failures: 0,
    kept: [...new Set([...kept, ...outcome.late])],
    declined: [...new Set([...declined, ...outcome.declined])],
  })
  const saved = [...new Set([...queue.saved, ...outcome.saved])]
  const waiting = queue.waiting.filter((one) => !isSent(one))
  // The number of one in memory may be that of another window's answer on the device.
  const keys = queue.waiting
    .filter((one) => isSent(one) && one.place === 'device')
    .map(({ questionId, sequence }) => ({ questionId, sequence }))
  return [
    { ...next, queue: { ...queue, saved, waiting } },
    [{ type: 'clear-attempt', answers: keys }],
  ]
}

/** Trying again would change nothing: the device keeps them. */
const finalCodes = ['attempt-not-found', 'invalid-input']

/** A reopened attempt may end again, and a student who was logged out may come back. */
export function applyLateFailure<A>(
  session: SessionState<A>,
  failure: CallFailure,
  { jitter }: Pick<Timed<object>, 'jitter'>,
): Step<A> {
  const { phase } = session
  if (phase.at !== 'ended') return [session, []]
  const code = failure.kind === 'refused' ? failure.code : ''
  if (finalCodes.includes(code)) return [setLate(session, { step: 'stopped' }), []]
  const failures = phase.late.failures + 1
  const ms = getCallRetryMs(failures, jitter, getRetryAfterMs(failure))
  return [setLate(session, { step: 'pausing', failures }), [{ type: 'wait', timer, ms }]]
}

/** The pause is over, or the browser is online again. */
export function endLatePause<A>(session: SessionState<A>, endedTimer: string | null): Step<A> {
  const { phase } = session
  const isDue = phase.at === 'ended' && phase.late.step === 'pausing'
  if (!isDue || (endedTimer !== null && endedTimer !== timer)) return [session, []]
  return [setLate(session, { step: 'idle' }), []]
}

function setLate<A>(session: SessionState<A>, change: Partial<LateState>): SessionState<A> {
  const { phase } = session
  if (phase.at !== 'ended') return session
  return { ...session, phase: { ...phase, late: { ...phase.late, ...change } } }
}
