const maxDelayMs = 15_000

/** Waits 1, 2, 4 … 15 s, a little apart for each of a class; the browser's return to the net ends it. */
export function waitBeforeRetry(failures: number, atLeastMs = 0): Promise<void> {
  const backoffMs = Math.min(maxDelayMs, 1000 * 2 ** (failures - 1))
  const waitMs = Math.max(atLeastMs, backoffMs * (0.75 + Math.random() / 2))
  return new Promise((resolve) => {
    const proceed = () => {
      clearTimeout(timer)
      window.removeEventListener('online', proceed)
      resolve()
    }
    const timer = setTimeout(proceed, waitMs)
    window.addEventListener('online', proceed)
  })
}
