import { useEffect, useRef, useState } from 'react'
import { pagePaths } from '#contract/page-paths.ts'
import { leavePage } from '../client/leave-page.ts'
import { sendPendingLogout } from '../client/pending-logout.ts'
import { Button } from '../ui/button.tsx'
import { pageTitleId } from '../ui/page-title-id.ts'
import css from './logged-out-page.module.css'
import { Logo } from './logo.tsx'

const retryIntervalMs = 5000

/** Shown after a logout that has not reached the server yet; keeps trying. */
export function LoggedOutPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isBusy, setBusy] = useState(false)

  const retryNow = async () => {
    setBusy(true)
    try {
      await sendPendingLogout()
      leavePage(pagePaths.home)
    } catch {
      setBusy(false)
    }
  }
  useEffect(() => {
    heading.current?.focus()
    const retryInBackground = () => {
      sendPendingLogout().then(
        () => leavePage(pagePaths.home),
        () => undefined,
      )
    }
    const timer = setInterval(retryInBackground, retryIntervalMs)
    window.addEventListener('online', retryInBackground)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retryInBackground)
    }
  }, [])
  return (
    <main aria-label="After logging out" className={css.page}>
      <title>Logged out</title>
      <Logo />
      <h1 id={pageTitleId} ref={heading} tabIndex={-1}>
        You are logged out on this computer
      </h1>
      <p>
        This browser keeps nothing of your account: no draft, no result, no page to go back to.
        Answers that were not sent yet wait here without any words of the test, until you log in on
        this computer again or 24 hours after the test has ended.
      </p>
      <p>
        The server could not be reached and does not know yet that you have left. Keep this page
        open until the connection is back: it then ends your login by itself. If the page is closed,
        that is the first thing done when this site is opened here again.
      </p>
      <Button tone="primary" busy={isBusy} onClick={retryNow}>
        Try again now
      </Button>
    </main>
  )
}
