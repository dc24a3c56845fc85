import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { type Attempt, getScoreStatistics, listExamAttempts } from '#contract/results.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'

const againMs = 15_000

/** As many as the table shows at first. */
export const rowsAtOnce = 50

/**
 * Every attempt at a test, the best first; looked at again while some run. Of thousands the first
 * rows and the figures come ahead of the rest.
 */
export function useTestAttempts(testId: string) {
  const params = { testId }
  const sort = 'score-desc' as const
  const refetchInterval = ({ state }: { state: { data?: readonly Attempt[] } }) =>
    state.data?.some(isRunning) ? againMs : false
  const first = useQuery({
    ...endpointQuery(listExamAttempts, { params, query: { sort, limit: rowsAtOnce } }),
    refetchInterval,
  })
  const hasMore = first.data?.length === rowsAtOnce
  const figures = useQuery(endpointQuery(getScoreStatistics, { params }))
  const all = useQuery({
    ...endpointQuery(listExamAttempts, { params, query: { sort } }),
    enabled: hasMore && !figures.isPending,
    refetchInterval,
  })
  const whole = hasMore ? all.data : first.data
  // Where some run, their own table stands above the rest, which must not jump.
  const isTold = figures.data?.running === 0
  const told = figures.data && isTold ? unfolded(figures.data) : null
  return {
    rows: whole ?? (isTold ? first.data : undefined),
    figures: whole ? figuresOf(whole) : told,
    isWhole: whole !== undefined,
    error: first.error ?? all.error,
    isPending: whole === undefined && !isTold,
    refetch: () => Promise.all([first.refetch(), hasMore && all.refetch()]),
  }
}

export type Figures = {
  readonly attempts: number
  readonly running: number
  readonly percentages: readonly number[]
}

export function figuresOf(attempts: readonly Attempt[]): Figures {
  return {
    attempts: attempts.length,
    running: attempts.filter(isRunning).length,
    percentages: percentagesOf(attempts),
  }
}

function unfolded({ percentages, ...counts }: ReplyOf<typeof getScoreStatistics>): Figures {
  const each = percentages.flatMap(({ percentage, count }) => Array<number>(count).fill(percentage))
  return { ...counts, percentages: each }
}

export function isRunning({ endTime }: Attempt): boolean {
  return endTime === null
}

export function averageOf(percentages: readonly number[]): number | null {
  if (percentages.length === 0) return null
  return percentages.reduce((sum, percentage) => sum + percentage, 0) / percentages.length
}

/** Of those that have ended. */
function percentagesOf(attempts: readonly Attempt[]): readonly number[] {
  return attempts.flatMap(({ percentage }) => percentage ?? [])
}
