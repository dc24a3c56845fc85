import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import {
  type Attempt,
  type FiguresCounting,
  getScoreStatistics,
  listExamAttempts,
} from '#contract/results.ts'
import { toScoreSums } from '#core/grading/counted-attempt.ts'
import { computeAverage } from '#core/grading/percentage.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { isRunning } from './attempts/attempt-cells.tsx'

const refetchMs = 15_000

/** How many rows the table shows at first. */
export const initialRowCount = 50

/**
 * Every attempt at a test, or those of one batch, the best first, refetched while some are running. The first rows and the
 * totals load ahead of the rest, of which there may be thousands.
 */
export function useExamAttempts(examId: string, batch = '') {
  const params = { testId: examId }
  const only = batch ? { batch } : {}
  const canSeeScores = useCan(getScoreStatistics)
  const sort = canSeeScores ? 'score-desc' : 'newest'
  const refetchInterval = ({ state }: { state: { data?: readonly Attempt[] } }) =>
    state.data?.some(isRunning) ? refetchMs : false
  const first = useQuery({
    ...endpointQuery(listExamAttempts, {
      params,
      query: { sort, limit: initialRowCount, ...only },
    }),
    refetchInterval,
  })
  const hasMore = first.data?.length === initialRowCount
  const statistics = useQuery({
    ...endpointQuery(getScoreStatistics, { params, query: only }),
    enabled: canSeeScores,
  })
  const all = useQuery({
    ...endpointQuery(listExamAttempts, { params, query: { sort, ...only } }),
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
  readonly counting?: FiguresCounting | undefined
}

/** Takes one score from each student: of the attempt that counts, or the average of several. */
export function computeStatistics(attempts: readonly Attempt[]): ScoreStatistics {
  const repeated = Map.groupBy(
    attempts.filter(({ counting }) => counting),
    ({ studentId }) => studentId,
  )
  const averaged = [...repeated.values()]
    .filter(([first]) => first?.counting?.rule === 'average')
    .map((own) => toScoreSums(own.flatMap(toEndedAttempt), 'average'))
  const counted = attempts.filter(
    ({ counting }) => !counting || (counting.isCounted && counting.rule !== 'average'),
  )
  const rule = [...repeated.values()][0]?.[0]?.counting?.rule
  return {
    attempts: attempts.length,
    running: attempts.filter(isRunning).length,
    average: computeAverage([
      ...counted.flatMap(({ score: sum, totalQuestions: total }) =>
        sum === null ? [] : { sum, total, attempts: 1 },
      ),
      ...averaged.flat(),
    ]),
    percentages: [
      ...counted.flatMap(({ percentage }) => percentage ?? []),
      ...averaged.map((own) => computeAverage(own) ?? 0),
    ],
    ...(rule && { counting: { rule, students: repeated.size } }),
  }
}

function toEndedAttempt({ _id: id, startTime, score, totalQuestions: total }: Attempt) {
  return score === null ? [] : [{ id, startedAt: Date.parse(startTime), score, total }]
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
