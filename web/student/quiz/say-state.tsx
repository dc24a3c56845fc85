import { useIsTimeKnown } from '../../client/use-is-time-known.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import { announce } from '../../ui/announcer.tsx'
import { describeState } from './describe-state.ts'
import { sayStateId } from './keyboard.ts'
import css from './quiz-header.module.css'
import type { QuizSession } from './use-quiz-session.ts'

/** For those who cannot glance at the header; shown while it has the focus. T presses it, too. */
export function SayState({ session }: { session: QuizSession }) {
  const secondsLeft = useSecondsLeft(session.endsAt)
  const isKnown = useIsTimeKnown()
  return (
    <button
      type="button"
      id={sayStateId}
      className={css.sayState}
      onClick={() => announce(describeState(session, isKnown ? secondsLeft : null))}
    >
      Say the time and what is saved
    </button>
  )
}
