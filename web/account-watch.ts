import { onAccountLeftElsewhere } from './account-traces.ts'
import { xsrfToken } from './api.ts'
import { reloadPage } from './leave-page.ts'
import { showLoggedOut } from './log-out.ts'
import { isLogoutOwed } from './owed-logout.ts'
import { hasShownAccount } from './session.tsx'

/**
 * Takes this tab's page away when its account leaves in another tab, and when Back brings up a page
 * that the browser kept whole since before. @returns what stops it
 */
export function watchAccount(): () => void {
  const stopHearing = onAccountLeftElsewhere(() => {
    if (!hasShownAccount()) return
    if (isLogoutOwed()) showLoggedOut()
    else reloadPage()
  })
  let hiddenWith: string | null = null
  const onHide = ({ persisted }: PageTransitionEvent) => {
    hiddenWith = persisted ? xsrfToken() : null
    if (hiddenWith !== null) document.documentElement.style.visibility = 'hidden'
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || hiddenWith === null) return
    if (hiddenWith === xsrfToken()) document.documentElement.style.visibility = ''
    else reloadPage()
  }
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  return () => {
    stopHearing()
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
  }
}
