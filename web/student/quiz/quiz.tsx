import { useCallback } from 'react'
import { generatePath, useParams } from 'react-router'
import { screens } from '#contract/screens.ts'
import { Refused } from '../../api.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { titled } from '../../kit/title.ts'
import { requireRole } from '../../session.tsx'
import { usePaper } from './paper.ts'
import css from './quiz.module.css'
import { RunningQuiz } from './running-quiz.tsx'

export const meta = titled('Quiz')
export const clientLoader = requireRole('student')

export default function QuizScreen() {
  const { testId = '' } = useParams()
  const { data: paper, error, refetch } = usePaper(testId)
  // Two signs of one return are one question.
  const lookAgain = useCallback(() => refetch({ cancelRefetch: false }), [refetch])
  if (paper) {
    return (
      <RunningQuiz
        key={paper.quizAttemptId}
        testId={testId}
        paper={paper}
        isClosed={isClosed(error)}
        onReturn={lookAgain}
      />
    )
  }
  if (error) return <NoQuiz error={error} onRetry={refetch} />
  return (
    <main className={css.waiting}>
      <p role="status">Loading the questions…</p>
    </main>
  )
}

function isClosed(error: Error | null): boolean {
  return error instanceof Refused && error.code === 'no-running-attempt'
}

function NoQuiz({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isFinal = error instanceof Refused && error.status < 500
  return (
    <main className={css.waiting}>
      <h1>{isFinal ? 'This quiz is not running' : 'The quiz did not load'}</h1>
      <Notice tone="danger" onRetry={isFinal ? undefined : onRetry}>
        {error.message}
      </Notice>
      <ButtonLink to={generatePath(screens.studentPanel)}>Back to your panel</ButtonLink>
    </main>
  )
}
