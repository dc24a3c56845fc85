import type { Attempt } from '#contract/results.ts'
import { buildSearchKey } from '#core/text.ts'

export function filterByStudentName(
  attempts: readonly Attempt[],
  search: string,
): readonly Attempt[] {
  const searchKey = buildSearchKey(search)
  if (!searchKey) return attempts
  return attempts.filter(({ studentName }) => buildSearchKey(studentName).includes(searchKey))
}

/** By name or by score; each search key is built once, not at every comparison. */
export function sortAttempts(attempts: readonly Attempt[], sort: string): readonly Attempt[] {
  const [by, direction] = sort.split('-')
  const sign = direction === 'desc' ? -1 : 1
  if (by !== 'name') {
    return attempts.toSorted((a, b) => sign * ((a.percentage ?? -1) - (b.percentage ?? -1)))
  }
  const keyed = attempts.map((attempt) => ({ attempt, key: buildSearchKey(attempt.studentName) }))
  keyed.sort((a, b) => sign * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return keyed.map(({ attempt }) => attempt)
}
