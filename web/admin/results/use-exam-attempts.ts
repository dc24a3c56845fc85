import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { type Attempt, getScoreStatistics, listExamAttempts } from '#contract/results.ts'
import { computeAverage } from '#core/grading/percentage.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/permissions.tsx'
import { isRunning } from './attempts/attempt-cells.tsx'

const refetchMs = 15_000

/** How many rows the table shows at first. */
export const initialRowCount = 50

/**
 * Every attempt at a test, the best first, refetched while some are running. The first rows and the
 * totals load ahead of the rest, of which there may be thousands.
 */
export function useExamAttempts(examId: string) {
  const params = { testId: examId }
  const canSeeScores = useCan(getScoreStatistics)
  const sort = canSeeScores ? 'score-desc' : 'newest'
  const refetchInterval = ({ state }: { state: { data?: readonly Attempt[] } }) =>
    state.data?.some(isRunning) ? refetchMs : false
  const first = useQuery({
    ...endpointQuery(listExamAttempts, { params, query: { sort, limit: initialRowCount } }),
    refetchInterval,
  })
  const hasMore = first.data?.length === initialRowCount
  const statistics = useQuery({
    ...endpointQuery(getScoreStatistics, { params }),
    enabled: canSeeScores,
  })
  const all = useQuery({
    ...endpointQuery(listExamAttempts, { params, query: { sort } }),
    enabled: hasMore && !statistics.isLoading,
    refetchInterval,
  })
  const completeRows = hasMore ? all.data : first.data
  // While some are running, their table is above the others, which must not move.
  const canUseTotals = statistics.data?.running === 0
  const totals = statistics.data && canUseTotals ? expandTotals(statistics.data) : null
  return {
    rows: completeRows ?? (canUseTotals ? first.data : undefined),
    statistics: completeRows ? computeStatistics(completeRows) : totals,
    isComplete: completeRows !== undefined,
    error: first.error ?? all.error,
    isPending: completeRows === undefined && !canUseTotals,
    refetch: () => Promise.all([first.refetch(), hasMore && all.refetch()]),
  }
}

export type ScoreStatistics = {
  readonly attempts: number
  readonly running: number
  /** In percent, over finished attempts. */
  readonly average: number | null
  readonly percentages: readonly number[]
}

export function computeStatistics(attempts: readonly Attempt[]): ScoreStatistics {
  return {
    attempts: attempts.length,
    running: attempts.filter(isRunning).length,
    average: computeAverage(
      attempts.flatMap(({ score: sum, totalQuestions: total }) =>
        sum === null ? [] : { sum, total, attempts: 1 },
      ),
    ),
    percentages: attempts.flatMap(({ percentage }) => percentage ?? []),
  }
}

function expandTotals({
  percentages,
  ...counts
}: ReplyOf<typeof getScoreStatistics>): ScoreStatistics {
  const expanded = percentages.flatMap(({ percentage, count }) =>
    Array<number>(count).fill(percentage),
  )
  return { ...counts, percentages: expanded }
}
