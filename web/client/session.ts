import { useEffect, useSyncExternalStore } from 'react'
import { checkToken } from '#contract/current-session.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { clearAfterMissedLogout, switchToAccount } from './account-data.ts'
import { leavePage } from './leave-page.ts'
import { isLogoutPending, sendPendingLogout } from './pending-logout.ts'
import { getXsrfToken, RefusalError, request, throwNetworkError } from './request.ts'

export type Session = ReplyOf<typeof checkToken>

let currentSession: Session | null = null
let sessionPromise: Promise<Session | null> | undefined
const listeners = new Set<() => void>()

function setCurrentSession(session: Session | null) {
  currentSession = session
  for (const notify of listeners) notify()
  return session
}

/** Who is logged in; the server is asked once, and not at all for a visitor. */
export function readSession(): Promise<Session | null> {
  sessionPromise ??= fetchSession().then(setCurrentSession, (error) => {
    sessionPromise = undefined
    if (error instanceof RefusalError && error.status === 401) return setCurrentSession(null)
    throw error
  })
  return sessionPromise
}

async function fetchSession(): Promise<Session | null> {
  clearAfterMissedLogout()
  if (isLogoutPending()) await sendPendingLogout().catch(throwNetworkError)
  if (!getXsrfToken()) return null
  const session = await request(checkToken)
  await switchToAccount(session._id)
  if (shownAccountId !== null && shownAccountId !== session._id)
    return redirectTo(getHomePath(session))
  shownAccountId = session._id
  return session
}

/** Whose pages this document has shown; those of another account begin with a document of theirs. */
let shownAccountId: string | null = null

export function hasShownAccount(): boolean {
  return shownAccountId !== null
}

function redirectTo(path: string): Promise<never> {
  leavePage(path)
  return new Promise(() => undefined)
}

/** After a login or a change of password. */
export function renewSession(): Promise<Session | null> {
  sessionPromise = undefined
  return readSession()
}

/** The server no longer knows us. */
export function forgetSession() {
  sessionPromise = Promise.resolve(null)
  setCurrentSession(null)
}

/** Null for a visitor, and until the server has answered. */
export function useSession(): Session | null {
  useEffect(() => {
    readSession().catch(() => undefined)
  }, [])
  return useSyncExternalStore(subscribe, () => currentSession, getServerSnapshot)
}

const getServerSnapshot = () => null

function subscribe(listener: () => void) {
  listeners.add(listener)
  document.addEventListener('visibilitychange', detectLogout)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', detectLogout)
  }
}

/** Logged out in another tab. */
function detectLogout() {
  if (currentSession && !getXsrfToken()) forgetSession()
}

export function getHomePath(session: Session | null): string {
  if (!session) return pagePaths.home
  if (session.firstTimeSignin) return pagePaths.changePassword
  if (session.mustSetUpSecondFactor) return pagePaths.secondFactor
  if (session.role === 'student') return pagePaths.studentPanel
  const home = staffHomes.find(([permission]) => session.permissions.includes(permission))
  return home?.[1] ?? pagePaths.adminSessions
}

/** Where the work of a role is: the first that it may do. */
const staffHomes = [
  ['exams.edit', pagePaths.adminHome],
  ['attempts.read', pagePaths.scoreList],
  ['students.read', pagePaths.students],
] as const
