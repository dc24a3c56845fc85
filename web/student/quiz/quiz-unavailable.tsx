import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { listExams } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts, type OwnAttempt } from '#contract/results.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { isUnavailable } from '../../client/retry-policy.ts'
import { describeNoAnswer, useIsOnline } from '../../client/use-is-online.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CountdownTimer } from '../../ui/countdown-timer.tsx'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import { Status } from '../../ui/status.tsx'
import type { Ending } from '../endings/describe-ending.ts'
import { toEnding } from '../endings/ending-card.tsx'
import { useReloadAfterRecovery } from '../endings/use-reload-after-recovery.ts'
import { CompletionPage } from './completion-page.tsx'
import css from './quiz-screen.module.css'

/** The panel's note about the attempt that it has started; outlives a reload. */
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
    <main aria-labelledby={pageTitleId} className={css.waiting}>
      <RunningClock />
      {error ? (
        <>
          <h1 id={pageTitleId}>The quiz did not load</h1>
          <Notice tone="danger" onRetry={onRetry}>
            {reason} We keep trying. Stay on this page.
          </Notice>
        </>
      ) : (
        <Status>Loading the questions…</Status>
      )}
    </main>
  )
}

/** As the start of the attempt said, if it was on this device. */
function RunningClock() {
  const started = useLocation().state as Partial<StartedAttempt> | null
  if (!started?.endsAt || !started.totalSeconds) return null
  return <CountdownTimer endsAt={started.endsAt} totalSeconds={started.totalSeconds} />
}

function NotRunning({ testId, error }: { testId: string; error: Error }) {
  const isEnded = error instanceof RefusalError && error.code === 'no-running-attempt'
  const { data: attempts, isPending } = useQuery({
    ...endpointQuery(listOwnAttempts),
    enabled: isEnded,
  })
  const exams = useQuery({ ...endpointQuery(listExams), enabled: isEnded })
  const attempt = attempts?.find((one) => one.testId === testId)
  const listed = exams.data?.find(({ _id }) => _id === testId)
  const startable = listed && 'canStart' in listed && listed.canStart ? listed : null
  const ending = attempt && (toEnding(attempt) ?? (startable ? null : toReleasedEnding(attempt)))
  useReloadAfterRecovery()
  // Nobody who reloads a quiz that has just ended shall read first that it is not running.
  if (isEnded && (isPending || exams.isPending)) return null
  if (attempt && ending) {
    return <CompletionPage attemptId={attempt._id} ending={ending} total={attempt.totalQuestions} />
  }
  if (startable) {
    return (
      <main aria-labelledby={pageTitleId} className={css.waiting}>
        <h1 id={pageTitleId} dir="auto">
          {startable.title}
        </h1>
        <p>{error.message} Its rules come first; then the clock starts.</p>
        <ButtonLink tone="primary" to={pagePaths.studentPanel} state={{ startTestId: testId }}>
          Start
        </ButtonLink>
        <ButtonLink to={pagePaths.studentPanel}>Back to your panel</ButtonLink>
      </main>
    )
  }
  return (
    <main aria-labelledby={pageTitleId} className={css.waiting}>
      <h1 id={pageTitleId}>This quiz is not running</h1>
      <Notice tone="danger">{error.message}</Notice>
      {attempt?.finishReason && <p className={layout.row}>You have finished this test.</p>}
      <ButtonLink to={pagePaths.studentPanel}>Back to your panel</ButtonLink>
    </main>
  )
}

/** The ending of an attempt that ended by itself, and whose result is released already. */
function toReleasedEnding({ finishReason }: OwnAttempt): Ending | null {
  if (finishReason === null || finishReason === 'Completed') return null
  const unknown = { endedAt: null, offlineFrom: null, lateAt: null }
  return {
    finishReason,
    saved: [],
    late: [],
    unsent: [],
    declined: [],
    ...unknown,
    isReleased: true,
  }
}
