import { useQuery } from '@tanstack/react-query'
import { listAttemptEvents, listTimeAdjustments } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { asking } from '../../query.ts'
import { isRunning } from '../scores/use-attempts.ts'
import { storyOf } from './story.ts'

const againMs = 10_000

export function useStory(attempt: Attempt) {
  const params = { attemptId: attempt._id }
  const refetchInterval = isRunning(attempt) && againMs
  const events = useQuery({ ...asking(listAttemptEvents, { params }), refetchInterval })
  const changes = useQuery({ ...asking(listTimeAdjustments, { params }), refetchInterval })
  return {
    story: events.data && changes.data && storyOf(attempt, events.data, changes.data),
    isError: events.isLoadingError || changes.isLoadingError,
    refetch: () => Promise.all([events.refetch(), changes.refetch()]),
  }
}
