import { onAccountChangeInOtherTab } from './account-data.ts'
import { reloadPage } from './leave-page.ts'
import { showLoggedOut } from './log-out.ts'
import { isLogoutPending } from './pending-logout.ts'
import { getXsrfToken } from './request.ts'
import { hasShownAccount } from './session.ts'

/**
 * Takes this tab's page away when its account leaves in another tab, and when Back brings up a page
 * that the browser kept whole since before. @returns what stops it
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
