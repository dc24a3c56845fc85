import { pluralize } from '#contract/format.ts'
import { listAnswered } from '#core/quiz-session/session-state.ts'
import type { QuizSession } from './use-quiz-session.ts'

/** The header's state in words; `secondsLeft` is null while the clock is being checked. */
export function describeState(session: QuizSession, secondsLeft: number | null): string {
  const { pause, queue, questionIds } = session
  const left = pause ? Math.ceil(pause.leftMs / 1000) : secondsLeft
  const waiting = queue.waiting.length
  const saved = listAnswered(session).size - waiting
  return [
    left === null
      ? 'The time is being checked.'
      : `${formatSpokenTime(left)} left${pause ? ', and the clock stands still' : ''}.`,
    `${saved} of ${pluralize(questionIds.length, 'answer')} saved.`,
    waiting > 0 && `${pluralize(waiting, 'answer')} waiting to send.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** "7 minutes 31 seconds"; hours are counted in minutes, as the calls of the clock are. */
function formatSpokenTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  return [
    minutes > 0 && pluralize(minutes, 'minute'),
    (rest > 0 || minutes === 0) && pluralize(rest, 'second'),
  ]
    .filter(Boolean)
    .join(' ')
}
