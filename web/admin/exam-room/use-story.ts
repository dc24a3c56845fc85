import { useQuery } from '@tanstack/react-query'
import { listAttemptEvents, listTimeAdjustments } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { isRunning } from '../scores/use-attempts.ts'
import { storyOf } from './story.ts'

const againMs = 10_000

export function useStory(attempt: Attempt) {
  const params = { attemptId: attempt._id }
  const refetchInterval = isRunning(attempt) && againMs
  const events = useQuery({ ...endpointQuery(listAttemptEvents, { params }), refetchInterval })
  const changes = useQuery({ ...endpointQuery(listTimeAdjustments, { params }), refetchInterval })
  return {
    story: events.data && changes.data && storyOf(attempt, events.data, changes.data),
    isError: events.isLoadingError || changes.isLoadingError,
    refetch: () => Promise.all([events.refetch(), changes.refetch()]),
  }
}
