import type { ReactNode } from 'react'
import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import type { QueueState } from './offline/answer-queue.ts'
import css from './quiz-header.module.css'
import { SaveState } from './save-state.tsx'

type QuizHeaderProps = {
  readonly title: string
  readonly questions: readonly PresentedQuestion[]
  /** None once all are answered. */
  readonly currentId: string | undefined
  readonly queue: QueueState
  /** The clock. */
  readonly children: ReactNode
}

/** "Question 7 of 20": said after the question itself. */
export const positionId = 'place-in-quiz'

export function QuizHeader({ title, questions, currentId, queue, children }: QuizHeaderProps) {
  const numberOf = (id: string) => questions.findIndex(({ _id }) => _id === id) + 1
  const position =
    currentId === undefined
      ? `All ${questions.length} questions answered`
      : `Question ${numberOf(currentId)} of ${questions.length}`
  const waiting = new Set(queue.waiting.map(({ questionId }) => questionId))
  const answered = new Set([...queue.saved, ...waiting]).size
  const getSegmentState = (id: string) => {
    if (id === currentId) return 'current'
    if (waiting.has(id)) return 'waiting'
    return queue.saved.has(id) ? 'saved' : undefined
  }
  return (
    <header className={css.header}>
      <div className={css.row}>
        <div className={css.title}>
          {title}
          <span id={positionId}>{position}</span>
        </div>
        {children}
        <div className={css.save}>
          <SaveState queue={queue} numberOf={numberOf} />
        </div>
      </div>
      <div
        role="progressbar"
        aria-label="Questions answered"
        aria-valuenow={answered}
        aria-valuemin={0}
        aria-valuemax={questions.length}
        aria-valuetext={`${answered} of ${questions.length}`}
        className={css.segments}
      >
        {questions.map(({ _id }) => (
          <i key={_id} data-state={getSegmentState(_id)} />
        ))}
      </div>
    </header>
  )
}
