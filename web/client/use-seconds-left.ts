import { useEffect, useState } from 'react'
import { getSecondsLeft } from '#core/attempts/deadline.ts'
import { getServerTime } from './server-clock.ts'

/**
 * Whole seconds until `endsAt`, by the server's clock; updated each second and whenever the page is
 * shown again.
 */
export function useSecondsLeft(endsAt: string | number): number {
  const end = typeof endsAt === 'number' ? endsAt : Date.parse(endsAt)
  const [remaining, setRemaining] = useState(() => getSecondsLeft(end, getServerTime()))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      clearTimeout(timer)
      const leftMs = end - getServerTime()
      setRemaining(getSecondsLeft(end, getServerTime()))
      // Slightly after the full second: otherwise rounding could show the same second twice.
      if (leftMs > 0) timer = setTimeout(update, (leftMs % 1000) + 15)
    }
    update()
    window.addEventListener('focus', update)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', update)
      document.removeEventListener('visibilitychange', update)
    }
  }, [end])
  return remaining
}
