import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listTests } from '#contract/exams.ts'
import {
  getReleaseProgress,
  listAttempts,
  listTestAttempts,
  releaseResult,
} from '#contract/results.ts'
import { ask } from '../../api.ts'
import { asking, refresh } from '../../query.ts'

const lookEveryMs = 1000

/** Sending goes on in the server, whoever looks on: every visit finds out how far it is. */
export function useRelease(testId: string) {
  const client = useQueryClient()
  const params = { testId }
  const { data: progress } = useQuery({
    ...asking(getReleaseProgress, { params }),
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? lookEveryMs : false),
  })
  const release = useMutation({
    mutationFn: () => ask(releaseResult, { params }),
    onSuccess: () => refresh(client, getReleaseProgress, listTests, listTestAttempts, listAttempts),
  })
  return { progress, release, isSending: release.isPending || progress?.state === 'sending' }
}

export type Release = ReturnType<typeof useRelease>
