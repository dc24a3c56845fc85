import { useEffect } from 'react'
import { checkToken, keepSession } from '#contract/current-session.ts'
import { sessionLimits } from '#core/accounts/session.ts'
import { isLogoutPending } from './pending-logout.ts'
import { request } from './request.ts'

const refreshIntervalMs = 60_000
/** A click on Logout counts as activity, too; the delay lets the logout go first. */
const minDelayMs = 1_000
const idleCheckMs = sessionLimits.admin.idleMs + 5_000
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Reports pointer and key activity at most once a minute: only this keeps a staff session alive. */
export function useKeepSession(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    let lastSentAt = Number.NEGATIVE_INFINITY
    let isSending = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let idleTimer = setTimeout(() => checkSession(), idleCheckMs)
    const sendKeepSession = () => {
      timer = undefined
      if (isLogoutPending()) return
      lastSentAt = performance.now()
      isSending = true
      request(keepSession)
        .catch(() => undefined)
        .finally(() => {
          isSending = false
        })
      clearTimeout(idleTimer)
      idleTimer = setTimeout(checkSession, idleCheckMs)
    }
    // Checks without waiting for a click, so that an expired session does not leave its page on the
    // screen. A session that another tab keeps alive is checked again later.
    const checkSession = () => {
      const scheduleCheck = () => {
        idleTimer = setTimeout(checkSession, refreshIntervalMs)
      }
      request(checkToken).then(scheduleCheck, scheduleCheck)
    }
    const handleActivity = () => {
      if (timer || isSending) return
      timer = setTimeout(
        sendKeepSession,
        Math.max(minDelayMs, lastSentAt + refreshIntervalMs - performance.now()),
      )
    }
    for (const eventName of activityEvents)
      window.addEventListener(eventName, handleActivity, { passive: true })
    return () => {
      clearTimeout(timer)
      clearTimeout(idleTimer)
      for (const eventName of activityEvents) window.removeEventListener(eventName, handleActivity)
    }
  }, [isOn])
}
