import { redirect } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { readNextPath } from './next-path.ts'
import { homeOf, readSession, type Session } from './session.tsx'

/** Where a login leads: to the page that asked for it, if it is one of ours. */
export function afterLogin(session: Session | null, search: URLSearchParams): string {
  if (session?.firstTimeSignin || session?.mustSetUpSecondFactor) return homeOf(session)
  return readNextPath(search, window.location.origin) ?? homeOf(session)
}

type Role = Session['role']

/** `export const clientLoader = requireRole('admin')` keeps everyone else off a screen. */
export function requireRole(role: Role) {
  return async ({ request }: { request: Request }): Promise<Session> => {
    const session = await readSession()
    if (!session) throw redirect(loginFor(role, request))
    const isAtHome = new URL(request.url).pathname === homeOf(session)
    const isHeld = session.firstTimeSignin || session.mustSetUpSecondFactor
    if ((isHeld && !isAtHome) || session.role !== role) throw redirect(homeOf(session))
    return session
  }
}

function loginFor(role: Role, request: Request) {
  const { pathname, search } = new URL(request.url)
  const login = role === 'admin' ? pagePaths.adminLogin : pagePaths.studentLogin
  return `${login}?next=${encodeURIComponent(pathname + search)}`
}
