import { useEffect, useSyncExternalStore } from 'react'
import { getServerTime } from '#contract/proctoring.ts'
import { request } from './request.ts'
import { waitBeforeRetry } from './retry-policy.ts'
import { detectClockJump, isTimeKnown, subscribeToClock } from './server-clock.ts'

const checkIntervalMs = 1000
const callTimeoutMs = 10_000

/**
 * False from a jump of the device's clock, as after a sleep, until the server was asked for the
 * time; for students.
 */
export function useIsTimeKnown(): boolean {
  const isKnown = useSyncExternalStore(subscribeToClock, isTimeKnown, isTimeKnown)
  useEffect(() => {
    const timer = setInterval(detectClockJump, checkIntervalMs)
    document.addEventListener('visibilitychange', detectClockJump)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', detectClockJump)
    }
  }, [])
  useEffect(() => {
    if (!isKnown) return askUntilKnown()
  }, [isKnown])
  return isKnown
}

function askUntilKnown(): () => void {
  let isStopped = false
  async function ask() {
    for (let failures = 1; !isStopped && !isTimeKnown(); failures += 1) {
      const signal = AbortSignal.timeout(callTimeoutMs)
      // Its reply carries the time.
      await request(getServerTime, { signal }).catch(() => undefined)
      if (!isTimeKnown()) await waitBeforeRetry(failures)
    }
  }
  ask()
  return () => {
    isStopped = true
  }
}
