import { logout } from '#contract/current-session.ts'
import { readStored, removeStored, writeStored } from './browser-storage.ts'
import { toClientEndpoint } from './client-endpoint.ts'
import { isOwnReply } from './own-reply.ts'

const timeoutMs = 10_000

let sending: Promise<void> | undefined

/**
 * Marks the session to be ended. Scripts cannot delete its cookie, so only the server can end it; the
 * mark outlives the page and is removed once the server has.
 */
export function markLogoutPending() {
  writeStored('owed-logout', 'yes')
}

/** Lets calls through while `work` runs, which sends what would be refused after the logout. */
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

let isLeaving = false

/** Ends this page's calls: after the logout each would be refused, and the page goes away. */
export function stopCalls() {
  isLeaving = true
  window.stop()
}

export function hasStoppedCalls(): boolean {
  return isLeaving
}

/**
 * Ends a session that is marked, before any other call is made with it.
 * @throws if the server cannot be reached or refuses; the mark then stays
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
  if (!response.ok || !(await isOwnReply(response)))
    throw new Error(`Logout was answered with ${response.status}`)
  removeStored('owed-logout')
}
