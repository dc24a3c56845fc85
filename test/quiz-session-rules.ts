import type { AnswerKey, SessionEffect } from '#core/quiz-session/effects.ts'
import type { SessionEvent } from '#core/quiz-session/events.ts'
import type { SessionState } from '#core/quiz-session/session-state.ts'

type StepToCheck = {
  readonly before: SessionState<number>
  readonly event: SessionEvent<number>
  readonly after: SessionState<number>
  readonly effects: readonly SessionEffect<number>[]
  /** Questions of which the server has taken an answer. */
  readonly accepted: readonly string[]
}

/** Finds rules that a single step of a session has broken. */
export function findBrokenRules(step: StepToCheck): readonly string[] {
  const { before, event, after, effects, accepted } = step
  const numbers = after.queue.waiting.map(({ sequence }) => sequence)
  const count = (type: string) => effects.filter((effect) => effect.type === type).length
  const isEnd = after.phase.at === 'ended' && before.phase.at !== 'ended'
  return [
    ...(before.phase.at === 'ended' ? findAfterEnd(step) : []),
    ...(count('clear-attempt') === (isEnd || event.type === 'late-taken' ? 1 : 0)
      ? []
      : ['an end without its clearing']),
    ...findForgotten(step),
    ...(count('send-end') > 1 ? ['two ends at once'] : []),
    ...(isTakenOver(step) ? ['an end replaced by another'] : []),
    ...(numbers.some((one, index) => one <= (numbers[index - 1] ?? 0))
      ? ['numbers that fall']
      : []),
    ...(after.queue.lastSequence < before.queue.lastSequence ? ['a number twice'] : []),
    ...(after.endsAt < before.endsAt && !isTimeChange(event) ? ['time taken away'] : []),
    ...findInPause(step),
    ...after.queue.saved.flatMap((id) => (accepted.includes(id) ? [] : `${id} shown as saved`)),
    ...findOverAcknowledged(step),
    ...effects.flatMap((effect) =>
      effect.type === 'wait' && !(effect.ms > 0 && effect.ms <= 60_000)
        ? `a pause of ${effect.ms} ms`
        : [],
    ),
  ]
}

/** Only the clock tells of minutes that were taken back. */
function isTimeChange(event: SessionEvent<number>): boolean {
  return event.type === 'clock-received' && event.clock.timeChanges !== undefined
}

/** Nothing that the server would refuse is sent, nothing is a violation, and nothing ends. */
function findInPause({ before, after, effects }: StepToCheck): readonly string[] {
  const { pause } = after
  if (!pause || after.phase.at === 'ended') return []
  return [
    ...(after.isWatched ? ['watched in a pause'] : []),
    ...effects.flatMap((effect) => {
      if (effect.type === 'send-answer' && effect.answer.sequence > pause.takenUntil)
        return 'an answer sent into a pause'
      if (effect.type === 'send-end' && before.phase.at === 'open') return 'an end begun in a pause'
      const isSeen = effect.type === 'store-report' && before.pause !== null
      return isSeen && effect.report.observed.durationMs === undefined
        ? 'something seen in a pause'
        : []
    }),
  ]
}

/** Nothing leaves the device before the server has said what became of it. */
function findForgotten({ before, event, effects }: StepToCheck): readonly string[] {
  const dropped = effects.flatMap((effect) => {
    if (effect.type === 'forget-answer') return [effect.answer]
    return effect.type === 'clear-attempt' ? effect.answers : []
  })
  const answered = event.type === 'late-taken' ? event.sent.answers : []
  const isWaiting = ({ questionId, sequence }: AnswerKey) =>
    before.queue.waiting.some(
      (one) => one.questionId === questionId && one.sequence === sequence,
    ) && !answered.some((one) => one.sequence === sequence)
  const isEndOrReply = event.type === 'end-taken' || event.type.startsWith('answer-')
  return isEndOrReply || !dropped.some(isWaiting) ? [] : ['an answer forgotten unheard']
}

/**
 * After the end, an event is still reported, and answers that the end did not take are sent as
 * late.
 */
function findAfterEnd({ before, after, effects }: StepToCheck): readonly string[] {
  const isAllowed = ({ type, ...effect }: SessionEffect<number>) =>
    [
      ...['forget-answer', 'store-answer', 'send-report', 'send-late', 'clear-attempt'],
      ...['store-report', 'forget-report'],
    ].includes(type) ||
    ('timer' in effect && /^(report|late)/.test(effect.timer))
  const isSameEnd =
    before.phase.at === 'ended' &&
    after.phase.at === 'ended' &&
    before.phase.finishReason === after.phase.finishReason &&
    before.phase.notTaken === after.phase.notTaken
  return [
    ...(isSameEnd ? [] : ['a second end']),
    ...(effects.every(isAllowed) ? [] : ['an effect after the end']),
  ]
}

/** Only the clock takes over from a finish, and gives it back where there is time left. */
function isTakenOver({ before, after }: StepToCheck): boolean {
  if (before.phase.at !== 'sending' || after.phase.at !== 'sending') return false
  const [old, next] = [before.phase.ending, after.phase.ending]
  if (old.turn === next.turn) return false
  const isByClock = old.kind === 'finished' && !old.isOutcome && next.kind === 'expired'
  return !isByClock && old.resumesAs !== 'finished'
}

/** A reply speaks of one answer; a newer one to the same question still waits. */
function findOverAcknowledged({ before, event, after }: StepToCheck): readonly string[] {
  if (event.type !== 'answer-taken') return []
  const { answer } = event.sent
  return before.queue.waiting
    .filter(({ sequence }) => sequence !== answer.sequence)
    .flatMap(({ sequence }) =>
      after.queue.waiting.some((one) => one.sequence === sequence) ? [] : 'another answer dropped',
    )
}
