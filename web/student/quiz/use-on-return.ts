import { useEffect } from 'react'

/** Every answer of the server carries its time; after an absence it is asked for anew. */
export function useOnReturn(isNeeded: boolean, refresh: () => void) {
  useEffect(() => {
    if (!isNeeded) return
    const onReturn = () => {
      if (!document.hidden) refresh()
    }
    window.addEventListener('focus', onReturn)
    window.addEventListener('online', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      window.removeEventListener('online', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [isNeeded, refresh])
}
