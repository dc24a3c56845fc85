import { useEffect, useSyncExternalStore } from 'react'
import { redirect } from 'react-router'
import type { ReplyOf } from '#contract/endpoint.ts'
import { screens } from '#contract/screens.ts'
import { checkToken } from '#contract/session.ts'
import { clearMissedTraces, enterAccount } from './account-traces.ts'
import { ask, fail, Refused, xsrfToken } from './api.ts'
import { leavePage } from './leave-page.ts'
import { readNextPath } from './next-path.ts'
import { isLogoutOwed, payLogout } from './owed-logout.ts'

export type Session = ReplyOf<typeof checkToken>

let known: Session | null = null
let asked: Promise<Session | null> | undefined
const listeners = new Set<() => void>()

function know(session: Session | null) {
  known = session
  for (const tell of listeners) tell()
  return session
}

/** Who is logged in; the server is asked once, and not at all for a visitor. */
export function readSession(): Promise<Session | null> {
  asked ??= askSession().then(know, (fault) => {
    asked = undefined
    if (fault instanceof Refused && fault.status === 401) return know(null)
    throw fault
  })
  return asked
}

async function askSession(): Promise<Session | null> {
  clearMissedTraces()
  if (isLogoutOwed()) await payLogout().catch(fail)
  if (!xsrfToken()) return null
  const session = await ask(checkToken)
  await enterAccount(session._id)
  if (drawnFor !== null && drawnFor !== session._id) return leaveFor(homeOf(session))
  drawnFor = session._id
  return session
}

/** Whose pages this document has shown; those of another account begin with a document of theirs. */
let drawnFor: string | null = null

export function hasShownAccount(): boolean {
  return drawnFor !== null
}

function leaveFor(path: string): Promise<never> {
  leavePage(path)
  return new Promise(() => undefined)
}

/** After a login or a change of password. */
export function renewSession(): Promise<Session | null> {
  asked = undefined
  return readSession()
}

/** The server no longer knows us. */
export function forgetSession() {
  asked = Promise.resolve(null)
  know(null)
}

/** Null for a visitor, and until the server has answered. */
export function useSession(): Session | null {
  useEffect(() => {
    readSession().catch(() => undefined)
  }, [])
  return useSyncExternalStore(subscribe, () => known, nobody)
}

const nobody = () => null

function subscribe(listener: () => void) {
  listeners.add(listener)
  document.addEventListener('visibilitychange', noticeLogout)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', noticeLogout)
  }
}

/** Logged out in another tab. */
function noticeLogout() {
  if (known && !xsrfToken()) forgetSession()
}

export function homeOf(session: Session | null): string {
  if (!session) return screens.home
  if (session.firstTimeSignin) return screens.changePassword
  if (session.mustSetUpSecondFactor) return screens.secondFactor
  return session.role === 'admin' ? screens.adminHome : screens.studentPanel
}

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
  const login = role === 'admin' ? screens.adminLogin : screens.studentLogin
  return `${login}?next=${encodeURIComponent(pathname + search)}`
}
