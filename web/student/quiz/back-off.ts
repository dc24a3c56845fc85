const longestMs = 15_000

/** Waits 1, 2, 4 … 15 s, a little apart for each of a class; the browser's return to the net ends it. */
export function pauseAfter(failures: number, atLeastMs = 0): Promise<void> {
  const doubled = Math.min(longestMs, 1000 * 2 ** (failures - 1))
  const waitMs = Math.max(atLeastMs, doubled * (0.75 + Math.random() / 2))
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, waitMs)
    window.addEventListener('online', go)
  })
}
