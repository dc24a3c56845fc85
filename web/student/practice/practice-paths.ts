import { pagePaths } from '#contract/page-paths.ts'

const freeQuery = '?paper=free'

/** The practice room, with a paper that is walked through as the one of the quiz. */
export function getPracticePath(navigation: 'free' | undefined): string {
  return navigation === 'free' ? pagePaths.practice + freeQuery : pagePaths.practice
}

export function isFreePractice(query: URLSearchParams): boolean {
  return query.get('paper') === 'free'
}
