import { useParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { requireRole } from '../../client/login-redirect.ts'
import { RefusalError } from '../../client/request.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './quiz-screen.module.css'
import { RunningQuiz } from './running-quiz.tsx'
import { usePaper } from './use-paper.ts'

export const meta = createTitleMeta('Quiz')
export const clientLoader = requireRole('student')

export default function QuizScreen() {
  const { testId = '' } = useParams()
  const { data: paper, error, refetch } = usePaper(testId)
  if (paper) {
    return <RunningQuiz key={paper.quizAttemptId} testId={testId} paper={paper} />
  }
  if (error) return <QuizUnavailable testId={testId} error={error} onRetry={refetch} />
  return (
    <main className={css.waiting}>
      <p role="status">Loading the questions…</p>
    </main>
  )
}

type QuizUnavailableProps = {
  readonly testId: string
  readonly error: Error
  readonly onRetry: () => void
}

function QuizUnavailable({ testId, error, onRetry }: QuizUnavailableProps) {
  const code = error instanceof RefusalError && error.status < 500 ? error.code : null
  return (
    <main className={css.waiting}>
      <h1>{code ? 'This quiz is not running' : 'The quiz did not load'}</h1>
      <Notice tone="danger" onRetry={code ? undefined : onRetry}>
        {error.message}
      </Notice>
      {code === 'no-running-attempt' && <LastFinishReason testId={testId} />}
      <ButtonLink to={pagePaths.studentPanel}>Back to your panel</ButtonLink>
    </main>
  )
}

/** A student who returns to an ended quiz wants to know why. */
function LastFinishReason({ testId }: { testId: string }) {
  const { data: attempts } = useEndpointQuery(listOwnAttempts)
  const lastAttempt = attempts?.find((attempt) => attempt.testId === testId)
  if (!lastAttempt?.finishReason) return null
  return (
    <p className={css.reason}>
      Your attempt has ended:{' '}
      <Badge tone={lastAttempt.finishReason === 'Completed' ? undefined : 'warn'}>
        {lastAttempt.finishReason}
      </Badge>
    </p>
  )
}
