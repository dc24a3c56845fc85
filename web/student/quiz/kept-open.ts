import { useEffect } from 'react'

/** The browser asks before it closes or reloads a page that still has something to send. */
export function useKeptOpen(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}

export function useOnLeaving(isNeeded: boolean, leave: () => void) {
  useEffect(() => {
    if (!isNeeded) return
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [isNeeded, leave])
}
