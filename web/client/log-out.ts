import { pagePaths } from '#contract/page-paths.ts'
import { clearAccountData } from './account-data.ts'
import { leavePage } from './leave-page.ts'
import { loadOfflineAnswers } from './offline-answers.ts'
import { markLogoutPending, runBeforeLogout, sendPendingLogout } from './pending-logout.ts'
import { clearXsrfToken } from './request.ts'
import type { Session } from './session.ts'

/** The user waits at the button during this time. */
const maxSendMs = 5000

/**
 * Sends the answers that wait, ends the login and leaves nothing of it here, then loads the site
 * anew, so that memory holds nothing either. Where the server cannot be told, the login is marked
 * and ends before anything else is done in this browser.
 */
export async function logOut(session: Session | null): Promise<void> {
  // First of all, so that a user who closes the page is logged out, too.
  markLogoutPending()
  if (session?.role === 'student') await runBeforeLogout(sendPendingAnswers)
  const isAcknowledged = await sendPendingLogout().then(
    () => true,
    () => false,
  )
  clearXsrfToken()
  // The screen goes first: what it shows would write itself down once more.
  if (!isAcknowledged) showLoggedOut()
  await clearAccountData()
  if (isAcknowledged) leavePage(pagePaths.home)
}

let isShown = false
const listeners = new Set<() => void>()

/** In place of every screen, where no page can be loaded anew. */
export function showLoggedOut() {
  isShown = true
  for (const listener of listeners) listener()
}

export function isLoggedOutShown(): boolean {
  return isShown
}

export function onLoggedOutShown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function sendPendingAnswers() {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, maxSendMs))
  try {
    const { recoverAnswers } = await loadOfflineAnswers()
    await Promise.race([recoverAnswers(), timeout])
  } catch {
    // They stay on the device, and wait for the next login of this student here.
  }
}
