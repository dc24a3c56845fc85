import { pagePaths } from '#contract/page-paths.ts'
import { clearAccountData, loadOfflineAnswers, onAccountChangeInOtherTab } from './account-data.ts'
import { clearXsrfToken, getXsrfToken } from './browser-cookies.ts'
import { hasShownAccount, type Session } from './browser-session.ts'
import { leavePage, reloadPage } from './leave-page.ts'
import {
  isLogoutPending,
  markLogoutPending,
  runBeforeLogout,
  sendPendingLogout,
  stopCalls,
} from './pending-logout.ts'

/** How long the user may have to wait for unsent answers. */
const maxSendMs = 5000
/** Leaving a shared computer does not wait for a server that does not answer. */
const maxReplyMs = 3000

/**
 * Sends waiting answers, ends the session, clears its data and reloads the site, which clears memory,
 * too. If the server cannot be reached, the session stays marked and is ended before any other call
 * from this browser.
 */
export async function logOut(session: Session | null): Promise<void> {
  // Comes first, so that closing the page logs out, too.
  markLogoutPending()
  if (session?.role === 'student') await runBeforeLogout(sendPendingAnswers)
  stopCalls()
  const isAcknowledged = await Promise.race([
    sendPendingLogout().then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), maxReplyMs)),
  ])
  clearXsrfToken()
  // Replaces the screen first: a mounted screen would store its data again.
  if (!isAcknowledged) showLoggedOut()
  await clearAccountData()
  if (isAcknowledged) leavePage(pagePaths.home)
}

let isShown = false
const listeners = new Set<() => void>()

/** Shows the logged-out page in place of every screen, for when no page can be loaded. */
function showLoggedOut() {
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
    // They stay on the device until this student's next login here.
  }
}

/**
 * Removes this tab's page when its account logs out in another tab, or when Back restores a page of
 * an earlier session from the browser's cache. @returns a function that stops watching
 */
export function watchAccount(): () => void {
  const stopListening = onAccountChangeInOtherTab(() => {
    if (!hasShownAccount()) return
    if (isLogoutPending()) showLoggedOut()
    else reloadPage()
  })
  let tokenWhenHidden: string | null = null
  const handlePageHide = ({ persisted }: PageTransitionEvent) => {
    tokenWhenHidden = persisted ? getXsrfToken() : null
    if (tokenWhenHidden !== null) document.documentElement.style.visibility = 'hidden'
  }
  const handlePageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || tokenWhenHidden === null) return
    if (tokenWhenHidden === getXsrfToken()) document.documentElement.style.visibility = ''
    else reloadPage()
  }
  window.addEventListener('pagehide', handlePageHide)
  window.addEventListener('pageshow', handlePageShow)
  return () => {
    stopListening()
    window.removeEventListener('pagehide', handlePageHide)
    window.removeEventListener('pageshow', handlePageShow)
  }
}
