import { useEffect, useState } from 'react'
import { getSecondsLeft } from '#core/attempts/deadline.ts'
import { serverNow } from '../server-clock.ts'

/** Whole seconds until `endsAt`, by the server's clock; told anew each second and on every return. */
export function useSecondsLeft(endsAt: string | number): number {
  const end = typeof endsAt === 'number' ? endsAt : Date.parse(endsAt)
  const [left, setLeft] = useState(() => getSecondsLeft(end, serverNow()))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      clearTimeout(timer)
      const leftMs = end - serverNow()
      setLeft(getSecondsLeft(end, serverNow()))
      // A little after the second turns, or rounding would show it twice.
      if (leftMs > 0) timer = setTimeout(look, (leftMs % 1000) + 15)
    }
    look()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [end])
  return left
}
