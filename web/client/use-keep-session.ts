import { useEffect } from 'react'
import { checkToken, keepSession } from '#contract/current-session.ts'
import { sessionLimits } from '#core/accounts/session.ts'
import { isLogoutPending } from './pending-logout.ts'
import { request } from './request.ts'

const refreshIntervalMs = 60_000
/** A click on Logout is a sign, too: it is carried out first. */
const minDelayMs = 1_000
const idleCheckMs = sessionLimits.admin.idleMs + 5_000
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Tells the server of pointer and keys, at most once a minute: only these keep a session of staff. */
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
    // Asks before the next click does: what is on the screen should not stay there. A session that
    // another tab keeps answers, and is looked at again later.
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
