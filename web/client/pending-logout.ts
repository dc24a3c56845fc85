import { logout } from '#contract/current-session.ts'
import { readStored, removeStored, writeStored } from './browser-storage.ts'
import { toClientEndpoint } from './endpoint.ts'

const timeoutMs = 10_000

let sending: Promise<void> | undefined

/**
 * Marks the login as one to end: its cookie is out of reach for scripts, so that the server has to
 * take it back. The mark outlives the page and goes once the server has.
 */
export function markLogoutPending() {
  writeStored('owed-logout', 'yes')
}

/** Calls of this page still go through while `work` lasts: it sends what would be refused later. */
export async function runBeforeLogout(work: () => Promise<void>): Promise<void> {
  isPaused = true
  await work().finally(() => {
    isPaused = false
  })
}
let isPaused = false

export function isLogoutPending(): boolean {
  return !isPaused && readStored('owed-logout') !== null
}

/**
 * Ends the login that is still owed, before any other call is made in its name.
 * @throws if the server cannot be reached or does not take it; the mark stays then
 */
export function sendPendingLogout(): Promise<void> {
  if (!isLogoutPending()) return Promise.resolve()
  sending ??= sendLogout().finally(() => {
    sending = undefined
  })
  return sending
}

async function sendLogout() {
  const { method, path } = toClientEndpoint(logout)
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    keepalive: true,
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`Logout was answered with ${response.status}`)
  removeStored('owed-logout')
}
