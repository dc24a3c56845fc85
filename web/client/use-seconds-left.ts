import { useEffect, useMemo, useState } from 'react'
import { getSecondsLeft } from '#core/attempts/deadline.ts'
import { getServerTime, readServerTime, subscribeToClock } from './server-clock.ts'

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
    const unsubscribe = subscribeToClock(update)
    window.addEventListener('focus', update)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      window.removeEventListener('focus', update)
      document.removeEventListener('visibilitychange', update)
    }
  }, [end])
  return remaining
}

type AttemptTime = {
  /** As the server said at `readAt`, since a device clock may be wrong. */
  readonly secondsLeft: number
  /** Until when that time stands still, unless the student resumes; an ISO string. */
  readonly resumesBy: string | undefined
  /** It stands still until the institute lets it go on. */
  readonly paused?: boolean | undefined
  /** Changes with each reply. */
  readonly readAt: unknown
}

/** Whole seconds left of an attempt; of one that is paused or waits for its student they stand still. */
export function useAttemptSecondsLeft(attempt: AttemptTime): number {
  const { secondsLeft, resumesBy, paused, readAt } = attempt
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with each reply
  const endsAt = useMemo(() => {
    const waitMs = resumesBy ? Date.parse(resumesBy) - readServerTime() : 0
    return getServerTime() + Math.max(0, waitMs) + secondsLeft * 1000
  }, [secondsLeft, resumesBy, readAt])
  const counted = useSecondsLeft(endsAt)
  return paused ? secondsLeft : Math.min(secondsLeft, counted)
}
