import { useEffect } from 'react'
import { checkToken, keepSession } from '#contract/current-session.ts'
import { sessionLimits } from '#core/accounts/session.ts'
import { ask } from './api.ts'
import { isLogoutOwed } from './owed-logout.ts'

const tellEveryMs = 60_000
/** A click on Logout is a sign, too: it is carried out first. */
const patienceMs = 1_000
const idleMs = sessionLimits.admin.idleMs + 5_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Tells the server of pointer and keys, at most once a minute: only these keep a session of staff. */
export function useKeepSession(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    let toldAt = Number.NEGATIVE_INFINITY
    let isTelling = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let idleTimer = setTimeout(() => look(), idleMs)
    const tell = () => {
      timer = undefined
      if (isLogoutOwed()) return
      toldAt = performance.now()
      isTelling = true
      ask(keepSession)
        .catch(() => undefined)
        .finally(() => {
          isTelling = false
        })
      clearTimeout(idleTimer)
      idleTimer = setTimeout(look, idleMs)
    }
    // Asks before the next click does: what is on the screen should not stay there. A session that
    // another tab keeps answers, and is looked at again later.
    const look = () => {
      const lookLater = () => {
        idleTimer = setTimeout(look, tellEveryMs)
      }
      ask(checkToken).then(lookLater, lookLater)
    }
    const handleSign = () => {
      if (timer || isTelling) return
      timer = setTimeout(tell, Math.max(patienceMs, toldAt + tellEveryMs - performance.now()))
    }
    for (const sign of signs) window.addEventListener(sign, handleSign, { passive: true })
    return () => {
      clearTimeout(timer)
      clearTimeout(idleTimer)
      for (const sign of signs) window.removeEventListener(sign, handleSign)
    }
  }, [isOn])
}
