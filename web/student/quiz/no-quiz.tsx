import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { Refused } from '../../api.ts'
import { Badge } from '../../kit/badge.tsx'
import { ButtonLink } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useAsk } from '../../query.ts'
import css from './quiz.module.css'

type NoQuizProps = {
  readonly testId: string
  readonly error: Error
  readonly onRetry: () => void
}

export function NoQuiz({ testId, error, onRetry }: NoQuizProps) {
  const code = error instanceof Refused && error.status < 500 ? error.code : null
  return (
    <main className={css.waiting}>
      <h1>{code ? 'This quiz is not running' : 'The quiz did not load'}</h1>
      <Notice tone="danger" onRetry={code ? undefined : onRetry}>
        {error.message}
      </Notice>
      {code === 'no-running-attempt' && <LastEnd testId={testId} />}
      <ButtonLink to={pagePaths.studentPanel}>Back to your panel</ButtonLink>
    </main>
  )
}

/** Whoever comes back to a quiz that was ended wants to know why. */
function LastEnd({ testId }: { testId: string }) {
  const { data: attempts } = useAsk(listOwnAttempts)
  const last = attempts?.find((attempt) => attempt.testId === testId)
  if (!last?.finishReason) return null
  return (
    <p className={css.reason}>
      Your attempt has ended:{' '}
      <Badge tone={last.finishReason === 'Completed' ? undefined : 'warn'}>
        {last.finishReason}
      </Badge>
    </p>
  )
}
