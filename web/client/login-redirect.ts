import { redirect } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { getHomePath, readSession, type Session } from './browser-session.ts'

/** A login leads to the page that required it, if it is one of this site. */
export function getPathAfterLogin(session: Session | null, search: URLSearchParams): string {
  if (session && isRestricted(session)) return getHomePath(session)
  return readNextPath(search, window.location.origin) ?? getHomePath(session)
}

/** Whether one page is open to them, and no other. */
function isRestricted(session: Session): boolean {
  return (
    session.firstTimeSignin || session.mustSetUpSecondFactor || session.mustCompleteRegistration
  )
}

type Role = Session['role']

/** `export const clientLoader = requireRole('admin')` guards a screen. */
export function requireRole(role: Role) {
  return async ({ request }: { request: Request }): Promise<Session> => {
    const session = await readSession()
    if (!session) throw redirect(getLoginPath(role, request))
    const isOnHomePath = new URL(request.url).pathname === getHomePath(session)
    if ((isRestricted(session) && !isOnHomePath) || session.role !== role)
      throw redirect(getHomePath(session))
    return session
  }
}

function getLoginPath(role: Role, request: Request) {
  const { pathname, search } = new URL(request.url)
  const login = role === 'admin' ? pagePaths.adminLogin : pagePaths.studentLogin
  return `${login}?next=${encodeURIComponent(pathname + search)}`
}

/** No path of this site is longer; a browser would accept megabytes. */
const maxPathLength = 2000

const screenPatterns = Object.values(pagePaths).map(
  (path: string) => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`),
)

/**
 * The path in `?next=` if it is a screen of this site, else null. Nothing else reads a path from
 * the URL, and the result is safe to navigate to.
 */
export function readNextPath(search: URLSearchParams, origin: string): string | null {
  const next = search.get('next')
  if (!next?.startsWith('/') || next.length > maxPathLength) return null
  const url = URL.parse(next, origin)
  // A path like "//host" matches no screen, so it cannot be read as another site later.
  if (url?.origin !== origin || !isScreen(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

function isScreen(path: string): boolean {
  return screenPatterns.some((pattern) => pattern.test(path))
}
