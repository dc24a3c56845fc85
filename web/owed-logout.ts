import { logout } from '#contract/current-session.ts'
import { readStored, removeStored, writeStored } from './browser-storage.ts'
import { onTheWire } from './wire.ts'

const longestMs = 10_000

let paying: Promise<void> | undefined

/**
 * Marks the login as one to end: its cookie is out of reach for scripts, so that the server has to
 * take it back. The mark outlives the page and goes once the server has.
 */
export function oweLogout() {
  writeStored('owed-logout', 'yes')
}

/** Calls of this page still go through while `work` lasts: it sends what would be refused later. */
export async function beforeLogout(work: () => Promise<void>): Promise<void> {
  isHeld = true
  await work().finally(() => {
    isHeld = false
  })
}
let isHeld = false

export function isLogoutOwed(): boolean {
  return !isHeld && readStored('owed-logout') !== null
}

/**
 * Ends the login that is still owed, before any other call is made in its name.
 * @throws if the server cannot be reached or does not take it; the mark stays then
 */
export function payLogout(): Promise<void> {
  if (!isLogoutOwed()) return Promise.resolve()
  paying ??= sendLogout().finally(() => {
    paying = undefined
  })
  return paying
}

async function sendLogout() {
  const { method, path } = onTheWire(logout)
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    keepalive: true,
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(longestMs),
  })
  if (!response.ok) throw new Error(`Logout was answered with ${response.status}`)
  removeStored('owed-logout')
}
