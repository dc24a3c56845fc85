import { formatPercentage, pluralize } from '#contract/format.ts'
import type { Attempt, FiguresCounting } from '#contract/results.ts'

/** Beside the score of one of several attempts; empty where a student has one. */
export function describeCounting(counting: Attempt['counting']): string {
  if (!counting) return ''
  const { rule, attempts, isCounted, average } = counting
  if (average !== undefined)
    return `The average of ${attempts} counts: ${formatPercentage(average)}`
  return isCounted
    ? `Counts, the ${rule} of ${attempts}`
    : `Not counted: the ${rule} of ${attempts} is`
}

/** Under figures over several students; empty where each has one attempt. */
export function describeFiguresCounting(counting: FiguresCounting | undefined): string {
  if (!counting) return ''
  const { rule, students } = counting
  const have = `${pluralize(students, 'student')} ${students === 1 ? 'has' : 'have'}`
  const what = rule === 'average' ? 'the average' : `the ${rule} attempt`
  return `${have} taken this test more than once: ${what} of each student counts.`
}
