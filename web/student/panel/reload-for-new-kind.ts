import { useEffect, useState } from 'react'
import { readStored, removeStored, writeStored } from '../../client/browser-storage.ts'
import { RefusalError } from '../../client/request.ts'

/** How long after it a second reload would only repeat the first. */
const retryMs = 60_000

/**
 * This build does not know a kind of question that the test has; a newer one does. Once only: a
 * page that is still too old after it shows what the server says.
 */
export function reloadForNewKind(error: unknown) {
  if (!(error instanceof RefusalError) || error.code !== 'reload-needed') return
  const reloadedAt = Number(readStored('panel-reload'))
  if (Date.now() - reloadedAt < retryMs) return
  // Without storage there is no telling whether this would be the second time.
  if (writeStored('panel-reload', String(Date.now()))) window.location.reload()
}

/** Whether this page was just reloaded so; said once. */
export function useReloadMark(): boolean {
  const [isReloaded] = useState(() => readStored('panel-reload') !== null)
  useEffect(() => {
    const timer = setTimeout(() => removeStored('panel-reload'), retryMs)
    return () => clearTimeout(timer)
  }, [])
  return isReloaded
}
