import type { Attempt } from '#contract/results.ts'

export type Group = {
  readonly testId: string
  readonly title: string
  readonly attempts: readonly Attempt[]
}

export const groupsPerPage = 5

/** One group a test, in the order in which the tests first appear. */
export function groupsOf(attempts: readonly Attempt[]): readonly Group[] {
  const byTest = Map.groupBy(attempts, ({ testId }) => testId)
  return [...byTest].map(([testId, own]) => ({
    testId,
    title: own[0]?.testTitle ?? '',
    attempts: own,
  }))
}

/** The page that was asked for, or the last one there is. */
export function pageOf(groups: readonly Group[], asked: number) {
  const pages = Math.max(1, Math.ceil(groups.length / groupsPerPage))
  const page = Math.min(Math.max(1, Math.trunc(asked) || 1), pages)
  const from = (page - 1) * groupsPerPage
  return { page, pages, from, groups: groups.slice(from, from + groupsPerPage) }
}
