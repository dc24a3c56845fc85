import { useEffect } from 'react'

/** Minutes that are added show within ten seconds; a class does not ask all at once. */
const restMs = { least: 5000, most: 8500 }
const longestRestMs = 40_000

/** Asks for the clock again and again while the page is seen, less often while it gets no answer. */
export function useClockWatch(isNeeded: boolean, look: () => Promise<boolean>) {
  useEffect(() => {
    if (!isNeeded) return
    let timer: ReturnType<typeof setTimeout>
    let isStopped = false
    const rest = (failures: number) => {
      const once = restMs.least + Math.random() * (restMs.most - restMs.least)
      const waitMs = Math.min(once * 2 ** failures, longestRestMs)
      timer = setTimeout(async () => {
        const isHeard = document.hidden || !navigator.onLine || (await look())
        if (!isStopped) rest(isHeard ? 0 : failures + 1)
      }, waitMs)
    }
    rest(0)
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isNeeded, look])
}
