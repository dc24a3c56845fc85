import { useEffect } from 'react'

/** The browser asks before it closes or reloads a page that still has something to send. */
export function useUnloadWarning(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [isNeeded])
}

export function useOnPageHide(isNeeded: boolean, handlePageHide: () => void) {
  useEffect(() => {
    if (!isNeeded) return
    window.addEventListener('pagehide', handlePageHide)
    return () => window.removeEventListener('pagehide', handlePageHide)
  }, [isNeeded, handlePageHide])
}
