import { useEffect, useSyncExternalStore } from 'react'
import { checkToken } from '#contract/current-session.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { clearMissedTraces, enterAccount } from './account-traces.ts'
import { ask, fail, Refused, xsrfToken } from './api.ts'
import { leavePage } from './leave-page.ts'
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
  if (!session) return pagePaths.home
  if (session.firstTimeSignin) return pagePaths.changePassword
  if (session.mustSetUpSecondFactor) return pagePaths.secondFactor
  return session.role === 'admin' ? pagePaths.adminHome : pagePaths.studentPanel
}
