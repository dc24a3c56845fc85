import { useEffect } from 'react'
import { keepSession } from '#contract/auth.ts'
import { ask } from './api.ts'

const tellEveryMs = 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Tells the server of pointer and keys, at most once a minute: only these keep a session of staff. */
export function useKeepSession(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    let toldAt = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      timer = undefined
      toldAt = performance.now()
      ask(keepSession).catch(() => undefined)
    }
    const handleSign = () => {
      if (timer) return
      timer = setTimeout(tell, Math.max(0, toldAt + tellEveryMs - performance.now()))
    }
    for (const sign of signs) window.addEventListener(sign, handleSign, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, handleSign)
    }
  }, [isOn])
}
