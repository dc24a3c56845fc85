import { useEffect, useSyncExternalStore } from 'react'
import { checkToken } from '#contract/current-session.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { clearAfterMissedLogout, switchToAccount } from './account-data.ts'
import { getXsrfToken } from './browser-cookies.ts'
import { leavePage } from './leave-page.ts'
import { isLogoutPending, sendPendingLogout } from './pending-logout.ts'
import { RefusalError, request, throwNetworkError } from './request.ts'

export type Session = ReplyOf<typeof checkToken>

let currentSession: Session | null = null
let sessionPromise: Promise<Session | null> | undefined
const listeners = new Set<() => void>()

function setCurrentSession(session: Session | null) {
  currentSession = session
  for (const notify of listeners) notify()
  return session
}

/** The logged-in user; asks the server once, and not at all for a visitor. */
export function readSession(): Promise<Session | null> {
  sessionPromise ??= fetchSession().then(setCurrentSession, (error) => {
    sessionPromise = undefined
    if (isNotLoggedIn(error)) return setCurrentSession(null)
    throw error
  })
  return sessionPromise
}

function isNotLoggedIn(error: unknown): boolean {
  return error instanceof RefusalError && error.code === 'not-signed-in'
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

/** The account whose pages this document has shown; another account starts in a new document. */
let shownAccountId: string | null = null

export function hasShownAccount(): boolean {
  return shownAccountId !== null
}

function redirectTo(path: string): Promise<never> {
  leavePage(path)
  return new Promise(() => undefined)
}

/** Null, with the screen below as it is, if the server knows no session of this browser. */
export async function renewKnownSession(): Promise<Session | null> {
  const session = await fetchSession().catch((error) => {
    if (isNotLoggedIn(error)) return null
    throw error
  })
  if (!session) return null
  sessionPromise = Promise.resolve(session)
  setCurrentSession(session)
  return session
}

/** Reads the session again, after it has changed. */
export function renewSession(): Promise<Session | null> {
  sessionPromise = undefined
  return readSession()
}

/** For when the server no longer knows the session. */
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

/** Notices a logout in another tab. */
function detectLogout() {
  if (currentSession && !getXsrfToken()) forgetSession()
}

export function getHomePath(session: Session | null): string {
  if (!session) return pagePaths.home
  if (session.firstTimeSignin) return pagePaths.changePassword
  if (session.mustSetUpSecondFactor) return pagePaths.secondFactor
  if (session.mustCompleteRegistration) return pagePaths.completeRegistration
  if (session.role === 'student') return pagePaths.studentPanel
  const home = staffHomes.find(([permission]) => session.permissions.includes(permission))
  return home?.[1] ?? pagePaths.adminSessions
}

/** The home of staff is the first of these pages that they may open. */
const staffHomes = [
  ['exams.edit', pagePaths.adminHome],
  ['attempts.read', pagePaths.scoreList],
  ['students.read', pagePaths.students],
] as const
