import { useQuery } from '@tanstack/react-query'
import { listAttemptEvents, listTimeAdjustments } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { endpointQuery } from '../../../client/endpoint-query.ts'
import { isRunning } from './attempt-facts.ts'
import { buildTimeline } from './build-timeline.ts'

const refetchMs = 10_000

export function useAttemptTimeline(attempt: Attempt) {
  const params = { attemptId: attempt._id }
  const refetchInterval = isRunning(attempt) && refetchMs
  const events = useQuery({ ...endpointQuery(listAttemptEvents, { params }), refetchInterval })
  const changes = useQuery({ ...endpointQuery(listTimeAdjustments, { params }), refetchInterval })
  return {
    timeline: events.data && changes.data && buildTimeline(attempt, events.data, changes.data),
    isError: events.isLoadingError || changes.isLoadingError,
    refetch: () => Promise.all([events.refetch(), changes.refetch()]),
  }
}
