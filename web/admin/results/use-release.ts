import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listExams } from '#contract/exams.ts'
import {
  getReleaseProgress,
  listAttemptsByExam,
  listExamAttempts,
  listStudentAttempts,
  releaseResults,
  unreleaseResults,
} from '#contract/results.ts'
import { endpointQuery, invalidateEndpoints } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/permissions.tsx'
import { request } from '../../client/request.ts'

const refetchMs = 1000

/** The server sends by itself, so each visit asks how far it is. */
export function useRelease(examId: string) {
  const client = useQueryClient()
  const params = { testId: examId }
  const { data: progress } = useQuery({
    ...endpointQuery(getReleaseProgress, { params }),
    enabled: useCan(getReleaseProgress),
    refetchInterval: ({ state }) =>
      state.data?.state === 'sending' || state.data?.secondsToUndo ? refetchMs : false,
  })
  const refetch = () =>
    invalidateEndpoints(
      client,
      getReleaseProgress,
      listExams,
      listExamAttempts,
      listAttemptsByExam,
      listStudentAttempts,
    )
  const release = useMutation({
    mutationFn: () => request(releaseResults, { params }),
    onSuccess: refetch,
  })
  const unrelease = useMutation({
    mutationFn: (why: string) => request(unreleaseResults, { params, body: { why } }),
    onSuccess: () => {
      release.reset()
      return refetch()
    },
  })
  const isSending = release.isPending || progress?.state === 'sending'
  return { progress, release, unrelease, isSending }
}

export type Release = ReturnType<typeof useRelease>
