import { useMutation, useQueryClient } from '@tanstack/react-query'
import { generatePath, useNavigate } from 'react-router'
import { startQuiz } from '#contract/attempts.ts'
import { listExams } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { hasWindowGap } from '#core/proctoring/devtools-detection.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { request } from '../../client/request.ts'
import { getRetryDelayMs, shouldRetry } from '../../client/retry-policy.ts'
import { knownKinds } from '../../questions/answer-controls.ts'
import { hasNoReloadPrompt } from '../quiz/proctoring/reload-prompt.ts'
import { isTouch, readWindowMetrics } from '../quiz/proctoring/watch-devtools.ts'
import type { StartedAttempt } from '../quiz/quiz-unavailable.tsx'
import { reloadForNewKind } from './reload-for-new-kind.ts'

/** Starts or resumes an attempt at a test, and opens its quiz. */
export function useStartQuiz() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (testId: string) =>
      request(startQuiz, {
        params: { testId },
        body: {
          kinds: knownKinds,
          acknowledgesWarnings: true,
          windowGap: !isTouch() && hasWindowGap(readWindowMetrics()),
          noReloadPrompt: hasNoReloadPrompt(),
        },
      }),
    // Starting twice resumes.
    retry: shouldRetry,
    retryDelay: getRetryDelayMs,
    onSuccess: ({ startTime, endsAt }, testId) => {
      const totalSeconds = (Date.parse(endsAt) - Date.parse(startTime)) / 1000
      const state: StartedAttempt = { endsAt, totalSeconds }
      return navigate(generatePath(pagePaths.quiz, { testId }), { state })
    },
    onError: reloadForNewKind,
    onSettled: () => {
      invalidateEndpoints(client, listExams, listOwnAttempts)
    },
  })
}
