/**
 * Imports for the second time and later. Browsers before 2026 keep a failed import for as long as
 * the page lives; they find the file under another address.
 */
export async function importAgain<Module>(
  load: () => Promise<Module>,
  failures: number,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    // Chromium and Firefox name the file in the message.
    const [url] = /[a-z]{1,9}:\/\/\S+\.js/.exec(String(error)) ?? []
    if (!url) throw error
    return import(/* @vite-ignore */ `${url}?retry=${failures}`)
  }
}

/**
 * Calls back when it is time to try again: 1, 2, 4 … 16 s after 1, 2, 3 … failures, each a quarter
 * longer or shorter by chance; at once when the network returns, and never while the device is
 * offline. @returns a function that cancels it
 */
export function scheduleRetry(failures: number, retry: () => void): () => void {
  const cancel = () => {
    clearTimeout(timer)
    window.removeEventListener('online', handleTime)
  }
  const handleTime = () => {
    cancel()
    retry()
  }
  const pauseMs = 2 ** Math.min(failures - 1, 4) * (750 + 500 * Math.random())
  const timer = navigator.onLine ? setTimeout(handleTime, pauseMs) : undefined
  window.addEventListener('online', handleTime)
  return cancel
}
