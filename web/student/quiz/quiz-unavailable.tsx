import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './quiz-screen.module.css'

type QuizUnavailableProps = {
  readonly testId: string
  readonly error: Error
  readonly onRetry: () => void
}

export function QuizUnavailable({ testId, error, onRetry }: QuizUnavailableProps) {
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

/** Whoever comes back to a quiz that was ended wants to know why. */
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
