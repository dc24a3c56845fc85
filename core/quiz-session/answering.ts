import { addAnswer } from './answer-queue.ts'
import { finish, retryEnd } from './ending.ts'
import type { Timed } from './events.ts'
import {
  isLocked,
  listUnanswered,
  type SessionState,
  type Step,
  showNextQuestion,
} from './session-state.ts'

/** After a submit the next question waits this long. */
const submitPauseMs = 500

export function submit<A>(session: SessionState<A>, event: Timed<object>): Step<A> {
  if (session.phase.at === 'failed') return retryEnd(session, event)
  const { questionId, chosen } = session
  if (isLocked(session)) return [session, []]
  if (questionId === undefined) return finish(session, event)
  if (chosen === null) return [session, []]
  const queue = addAnswer(session.queue, questionId, chosen, event.at)
  return [
    { ...session, queue, isPausing: true },
    [{ type: 'wait', timer: 'next', ms: submitPauseMs }],
  ]
}

export function goToNext<A>(session: SessionState<A>, event: Timed<object>): Step<A> {
  if (!session.isPausing) return [session, []]
  const next = showNextQuestion(session)
  if (next.questionId === undefined && !session.pause)
    return finish({ ...session, isPausing: false }, event)
  return [{ ...next, isPausing: false }, []]
}

/** Whether another question could come before the one that is shown. */
export function canPostpone<A>(session: SessionState<A>): boolean {
  return session.phase.at === 'open' && listUnanswered(session).length > 1
}

/** Puts the question that is shown last; what is submitted stays submitted. */
export function postpone<A>(session: SessionState<A>): Step<A> {
  const { questionId, chosen, chosenSequence } = session
  if (isLocked(session) || !canPostpone(session) || questionId === undefined) return [session, []]
  const others = session.postponed.filter((one) => one.questionId !== questionId)
  const postponed = [...others, { questionId, chosen, chosenSequence }]
  const questionIds = postponed.map((one) => one.questionId)
  return [showNextQuestion({ ...session, postponed }), [{ type: 'store-postponed', questionIds }]]
}

/**
 * Lists the questions that would stay unanswered if the quiz were finished now. Empty while there
 * is a question that was not put off: a paper is not finished before all of it was seen.
 */
export function listLeftOver<A>(session: SessionState<A>): readonly string[] {
  const unanswered = listUnanswered(session)
  const isAllPostponed = unanswered.every((id) =>
    session.postponed.some(({ questionId }) => questionId === id),
  )
  if (!isAllPostponed) return []
  return unanswered.filter((id) => id !== session.questionId || session.chosen === null)
}

/** Submits what is chosen, and finishes with the rest unanswered. */
export function finishEarly<A>(session: SessionState<A>, event: Timed<object>): Step<A> {
  const { questionId, chosen } = session
  if (isLocked(session) || listLeftOver(session).length === 0) return [session, []]
  if (questionId === undefined || chosen === null) return finish(session, event)
  const queue = addAnswer(session.queue, questionId, chosen, event.at)
  return finish({ ...session, queue }, event)
}
