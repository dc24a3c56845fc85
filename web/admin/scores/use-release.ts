import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listExams } from '#contract/exams.ts'
import {
  getReleaseProgress,
  listAttempts,
  listExamAttempts,
  releaseResults,
  unreleaseResults,
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
    refetchInterval: ({ state }) =>
      state.data?.state === 'sending' || state.data?.secondsToUndo ? lookEveryMs : false,
  })
  const lookAgain = () =>
    refresh(client, getReleaseProgress, listExams, listExamAttempts, listAttempts)
  const release = useMutation({
    mutationFn: () => ask(releaseResults, { params }),
    onSuccess: lookAgain,
  })
  const takeBack = useMutation({
    mutationFn: (why: string) => ask(unreleaseResults, { params, body: { why } }),
    onSuccess: () => {
      release.reset()
      return lookAgain()
    },
  })
  const isSending = release.isPending || progress?.state === 'sending'
  return { progress, release, takeBack, isSending }
}

export type Release = ReturnType<typeof useRelease>
