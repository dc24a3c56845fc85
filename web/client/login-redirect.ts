import { redirect } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { readNextPath } from './next-path.ts'
import { getHomePath, readSession, type Session } from './session.ts'

/** Where a login leads: to the page that asked for it, if it is one of ours. */
export function getPathAfterLogin(session: Session | null, search: URLSearchParams): string {
  if (session?.firstTimeSignin || session?.mustSetUpSecondFactor) return getHomePath(session)
  return readNextPath(search, window.location.origin) ?? getHomePath(session)
}

type Role = Session['role']

/** `export const clientLoader = requireRole('admin')` keeps everyone else off a screen. */
export function requireRole(role: Role) {
  return async ({ request }: { request: Request }): Promise<Session> => {
    const session = await readSession()
    if (!session) throw redirect(getLoginPath(role, request))
    const isOnHomePath = new URL(request.url).pathname === getHomePath(session)
    const isRestricted = session.firstTimeSignin || session.mustSetUpSecondFactor
    if ((isRestricted && !isOnHomePath) || session.role !== role)
      throw redirect(getHomePath(session))
    return session
  }
}

function getLoginPath(role: Role, request: Request) {
  const { pathname, search } = new URL(request.url)
  const login = role === 'admin' ? pagePaths.adminLogin : pagePaths.studentLogin
  return `${login}?next=${encodeURIComponent(pathname + search)}`
}
