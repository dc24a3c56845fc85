import { useEffect } from 'react'

/** Minutes that are added show within ten seconds; a class does not ask all at once. */
const pollIntervalMs = { min: 5000, max: 8500 }
const maxPollIntervalMs = 40_000

/** Asks for the clock again and again while the page is seen, less often while it gets no answer. */
export function useDeadlinePolling(isNeeded: boolean, poll: () => Promise<boolean>) {
  useEffect(() => {
    if (!isNeeded) return
    let timer: ReturnType<typeof setTimeout>
    let isStopped = false
    const scheduleNext = (failures: number) => {
      const intervalMs =
        pollIntervalMs.min + Math.random() * (pollIntervalMs.max - pollIntervalMs.min)
      const waitMs = Math.min(intervalMs * 2 ** failures, maxPollIntervalMs)
      timer = setTimeout(async () => {
        const hasReply = document.hidden || !navigator.onLine || (await poll())
        if (!isStopped) scheduleNext(hasReply ? 0 : failures + 1)
      }, waitMs)
    }
    scheduleNext(0)
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isNeeded, poll])
}
