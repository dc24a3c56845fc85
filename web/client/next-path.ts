import { pagePaths } from '#contract/page-paths.ts'

/** No address of ours is longer; a browser would take megabytes. */
const maxPathLength = 2000

const screenPatterns = Object.values(pagePaths).map(
  (path: string) => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`),
)

/**
 * Where `?next=` leads, if that is a screen of this site; null for everything else. The only
 * reader of a path from an address: what it answers is safe to navigate to.
 */
export function readNextPath(search: URLSearchParams, origin: string): string | null {
  const next = search.get('next')
  if (!next?.startsWith('/') || next.length > maxPathLength) return null
  const url = URL.parse(next, origin)
  // A path like "//host" has no screen, so it cannot become another site when it is read again.
  if (url?.origin !== origin || !isScreen(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

function isScreen(path: string): boolean {
  return screenPatterns.some((pattern) => pattern.test(path))
}
