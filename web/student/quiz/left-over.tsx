import { useState } from 'react'
import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { listLeftOver } from '#core/quiz-session/answering.ts'
import { isLocked } from '#core/quiz-session/session-state.ts'
import { AuthorTextView } from '../../questions/author-text-view.tsx'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import css from './left-over.module.css'
import { useConfirmDialog } from './use-confirm-dialog.ts'
import type { QuizSession } from './use-quiz-session.ts'

type LeftOverProps = {
  readonly session: QuizSession
  readonly questions: readonly PresentedQuestion[]
  readonly onFinish: () => void
}

/** Once only questions are left that were put off: names them, and finishes without them. */
export function LeftOver({ session, questions, onFinish }: LeftOverProps) {
  const [isAsking, setAsking] = useState(false)
  const { ConfirmDialog, hasFailed } = useConfirmDialog()
  const ids = listLeftOver(session)
  const isOpen = !isLocked(session) && ids.length > 0
  const count = ids.length === 1 ? '1 question' : `${ids.length} questions`
  const leftOver = questions
    .map(({ _id, question }, index) => ({ id: _id, number: index + 1, text: question.text }))
    .filter(({ id }) => ids.includes(id))
  return (
    <>
      {isOpen && (
        <aside className={css.note} aria-label="Unanswered questions">
          <p>
            All other questions are answered. Left for later:{' '}
            {leftOver.map(({ number }) => number).join(', ')}.
          </p>
          <Button onClick={() => setAsking(true)}>Finish with {count} unanswered</Button>
          {isAsking && hasFailed && (
            <Status className={css.ask}>
              You cannot come back to this quiz. <Button onClick={onFinish}>Finish Quiz</Button>
            </Status>
          )}
        </aside>
      )}
      {ConfirmDialog && (
        <ConfirmDialog
          opened={isOpen && isAsking}
          question={`Finish with ${count} unanswered?`}
          cancel="Back to the paper"
          action="Finish Quiz"
          tone="primary"
          onConfirm={async () => onFinish()}
          onClose={() => setAsking(false)}
        >
          You cannot come back to this quiz. Without an answer:
          <ol className={css.list}>
            {leftOver.map(({ id, number, text }) => (
              <li key={id} value={number}>
                <span dir="auto">
                  <AuthorTextView text={text} />
                </span>
              </li>
            ))}
          </ol>
        </ConfirmDialog>
      )}
    </>
  )
}
