import { useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { isUnavailable } from '../../client/retry-policy.ts'
import { describeNoAnswer, useIsOnline } from '../../client/use-is-online.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './quiz-screen.module.css'

/** What the panel says of the attempt that it has started; outlives a reload. */
export type StartedAttempt = { readonly endsAt: string; readonly totalSeconds: number }

type QuizUnavailableProps = {
  readonly testId: string
  /** Why the questions are not here; null while the first try is under way. */
  readonly error: Error | null
  readonly onRetry: () => void
}

/** In place of the questions: the clock runs already, and the next try comes by itself. */
export function QuizUnavailable({ testId, error, onRetry }: QuizUnavailableProps) {
  const isOnline = useIsOnline()
  if (error && !isUnavailable(error)) return <NotRunning testId={testId} error={error} />
  const reason = error instanceof RefusalError ? error.message : describeNoAnswer(isOnline)
  return (
    <main className={css.waiting}>
      <RunningClock />
      {error ? (
        <>
          <h1>The quiz did not load</h1>
          <Notice tone="danger" onRetry={onRetry}>
            {reason} We keep trying. Stay on this page.
          </Notice>
        </>
      ) : (
        <p role="status">Loading the questions…</p>
      )}
    </main>
  )
}

/** As the start of the attempt said, if it was on this device. */
function RunningClock() {
  const started = useLocation().state as Partial<StartedAttempt> | null
  if (!started?.endsAt || !started.totalSeconds) return null
  return <Countdown endsAt={started.endsAt} totalSeconds={started.totalSeconds} />
}

function NotRunning({ testId, error }: { testId: string; error: Error }) {
  return (
    <main className={css.waiting}>
      <h1>This quiz is not running</h1>
      <Notice tone="danger">{error.message}</Notice>
      {error instanceof RefusalError && error.code === 'no-running-attempt' && (
        <LastFinishReason testId={testId} />
      )}
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
