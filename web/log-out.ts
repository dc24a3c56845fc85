import { pagePaths } from '#contract/page-paths.ts'
import { clearAccountTraces } from './account-traces.ts'
import { dropXsrfToken } from './api.ts'
import { leavePage } from './leave-page.ts'
import { beforeLogout, oweLogout, payLogout } from './owed-logout.ts'
import type { Session } from './session.tsx'

/** Somebody waits at the button meanwhile. */
const longestSendMs = 5000

/**
 * Sends the answers that wait, ends the login and leaves nothing of it here, then loads the site
 * anew, so that memory holds nothing either. Where the server cannot be told, the login is marked
 * and ends before anything else is done in this browser.
 */
export async function logOut(session: Session | null): Promise<void> {
  // First of all, so that whoever closes the page meanwhile is logged out, too.
  oweLogout()
  if (session?.role === 'student') await beforeLogout(sendWaitingAnswers)
  const isTold = await payLogout().then(
    () => true,
    () => false,
  )
  dropXsrfToken()
  // The screen goes first: what it shows would write itself down once more.
  if (!isTold) showLoggedOut()
  await clearAccountTraces()
  if (isTold) leavePage(pagePaths.home)
}

let isShown = false
const listeners = new Set<() => void>()

/** In place of every screen, where no page can be loaded anew. */
export function showLoggedOut() {
  isShown = true
  for (const tell of listeners) tell()
}

export function isLoggedOutShown(): boolean {
  return isShown
}

export function onLoggedOutShown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function sendWaitingAnswers() {
  const late = new Promise<void>((resolve) => setTimeout(resolve, longestSendMs))
  try {
    const { sendLeftBehind } = await import('./student/quiz/kept/leave-device.ts')
    await Promise.race([sendLeftBehind(), late])
  } catch {
    // They stay on the device, and wait for the next login of this student here.
  }
}
