import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getQuestions } from '#contract/attempts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { hasFormula } from '#core/questions/author-text.ts'
import { buildQueryKey } from '../../client/endpoint-query.ts'
import { createLazyModule } from '../../client/lazy-module.ts'
import { NetworkError, request } from '../../client/request.ts'
import { getRetryDelayMs, isUnavailable } from '../../client/retry-policy.ts'
import { preloadFormulas } from '../../questions/author-text-view.tsx'
import { preloadHighlighter } from '../../ui/code-block.tsx'
import { openPendingAnswerStore, type PendingAnswer } from './offline/pending-answers.ts'
import { listPendingReports, type PendingReport } from './offline/pending-reports.ts'

/** As presented, with choices of this device that may not have reached the server yet. */
export type QuizPaper = ReplyOf<typeof getQuestions> & {
  readonly waiting: readonly PendingAnswer[]
  readonly unreported: readonly PendingReport[]
}

const recovery = createLazyModule(() => import('./offline/recover-answers.ts'))
const maxPreloadMs = 15_000
const maxTellMs = 20_000

/** The paper of the running attempt, once everything it shows is here. */
export function usePaper(testId: string, preloadFreePaper: () => Promise<void>) {
  const client = useQueryClient()
  const queryKey = buildQueryKey(getQuestions, { params: { testId } })
  const { data, error, failureReason, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<QuizPaper> => {
      await sendPendingReports(testId)
      const paper = await request(getQuestions, { params: { testId }, signal })
      await Promise.all([preload(paper.questions), paper.progress && preloadFreePaper()])
      const stored = openPendingAnswerStore(paper.quizAttemptId, testId, () =>
        Date.parse(paper.endsAt),
      )
      const reports = await listPendingReports()
      const unreported = reports.filter(({ attemptId }) => attemptId === paper.quizAttemptId)
      return { ...paper, waiting: await stored.load(), unreported }
    },
    // The clock runs: tried until it comes, also where the browser thinks that it is offline.
    retry: (_, error) => isUnavailable(error),
    retryDelay: getRetryDelayMs,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    // Each attempt has its own paper.
    gcTime: 0,
  })
  const tryNow = async () => {
    await client.cancelQueries({ queryKey })
    await refetch()
  }
  useRetryWhenOnline(failureReason !== null && !data, tryNow)
  return { paper: data, error: error ?? failureReason, retry: tryNow }
}

function useRetryWhenOnline(isNeeded: boolean, retry: () => void) {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!isNeeded) return
    const handleOnline = () => latest.current()
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [isNeeded])
}

/** First of all: what ended the attempt while the server could not be reached has ended it. */
async function sendPendingReports(testId: string) {
  const reports = await listPendingReports()
  if (!reports.some((report) => report.testId === testId)) return
  await recovery.preload()
  const { module } = recovery.get()
  if (!module) throw new NetworkError('The code did not load')
  await withTimeLimit(module.recoverAnswers(), maxTellMs)
}

/** On a slow connection the quiz begins without the rest. */
function preload(questions: readonly PresentedQuestion[]) {
  const images = questions.flatMap(({ question, options }) => [question, ...options])
  const urls = images.flatMap(({ fileUrl }) => fileUrl ?? [])
  const loads = Promise.allSettled([
    document.fonts.load('16px "JetBrains Mono Variable"'),
    ...(questions.some(({ codeSnippet }) => codeSnippet) ? [preloadHighlighter()] : []),
    ...(listTexts(questions).some(hasFormula) ? [preloadFormulas()] : []),
    ...urls.map(loadImage),
  ])
  return withTimeLimit(loads, maxPreloadMs)
}

function withTimeLimit(work: Promise<unknown>, ms: number) {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, ms))])
}

function listTexts(questions: readonly PresentedQuestion[]): readonly string[] {
  return questions.flatMap(({ question, options }) =>
    [question, ...options].map(({ text }) => text),
  )
}

function loadImage(url: string) {
  const image = new Image()
  image.src = url
  return image.decode()
}
