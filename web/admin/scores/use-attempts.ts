import { useQuery } from '@tanstack/react-query'
import { type Attempt, listTestAttempts } from '#contract/results.ts'
import { asking } from '../../query.ts'

const againMs = 15_000

/** Every attempt at a test, the best first; looked at again while some run. */
export function useTestAttempts(testId: string) {
  return useQuery({
    ...asking(listTestAttempts, { params: { testId }, query: { sort: 'score-desc' } }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? againMs : false),
  })
}

export function isRunning({ endTime }: Attempt): boolean {
  return endTime === null
}

export function averageOf(percentages: readonly number[]): number | null {
  if (percentages.length === 0) return null
  return percentages.reduce((sum, percentage) => sum + percentage, 0) / percentages.length
}

/** Of those that have ended. */
export function percentagesOf(attempts: readonly Attempt[]): readonly number[] {
  return attempts.flatMap(({ percentage }) => percentage ?? [])
}
