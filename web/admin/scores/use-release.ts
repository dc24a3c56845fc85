import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listExams } from '#contract/exams.ts'
import {
  getReleaseProgress,
  listAttempts,
  listExamAttempts,
  releaseResults,
  unreleaseResults,
} from '#contract/results.ts'
import { endpointQuery, invalidateEndpoints } from '../../client/endpoint-query.ts'
import { request } from '../../client/request.ts'

const lookEveryMs = 1000

/** Sending goes on in the server, whoever looks on: every visit finds out how far it is. */
export function useRelease(testId: string) {
  const client = useQueryClient()
  const params = { testId }
  const { data: progress } = useQuery({
    ...endpointQuery(getReleaseProgress, { params }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'sending' || state.data?.secondsToUndo ? lookEveryMs : false,
  })
  const lookAgain = () =>
    invalidateEndpoints(client, getReleaseProgress, listExams, listExamAttempts, listAttempts)
  const release = useMutation({
    mutationFn: () => request(releaseResults, { params }),
    onSuccess: lookAgain,
  })
  const takeBack = useMutation({
    mutationFn: (why: string) => request(unreleaseResults, { params, body: { why } }),
    onSuccess: () => {
      release.reset()
      return lookAgain()
    },
  })
  const isSending = release.isPending || progress?.state === 'sending'
  return { progress, release, takeBack, isSending }
}

export type Release = ReturnType<typeof useRelease>
