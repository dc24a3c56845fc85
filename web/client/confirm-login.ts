import { site } from '#site'
import { CookiesBlockedError, getXsrfToken, readCookies, writeCookie } from './browser-cookies.ts'
import { renewKnownSession, type Session } from './browser-session.ts'
import { NetworkError } from './request.ts'

export function createCookiesBlockedError(): CookiesBlockedError {
  const phone = site.phone.replaceAll(' ', '\u00a0')
  return new CookiesBlockedError(
    `Your browser keeps no cookies for this site, so you cannot stay logged in. Allow cookies for this site in the browser’s settings, or leave the mode that blocks them, then log in again. If that does not help, call us on ${phone}.`,
  )
}

const maxTries = 4
const retryMs = 1_000
/** WebKit's page may see a reply's cookies a moment after the reply. */
const cookieTries = [50, 100, 250, 500, 1_000]

/**
 * Reads the session of a login that the server has just accepted; tries again where it is not
 * reached, as a second step could not be repeated.
 * @throws CookiesBlockedError if the browser has not kept it
 */
export async function confirmLogin(): Promise<Session> {
  for (const waitMs of cookieTries) {
    if (getXsrfToken()) break
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  for (let failures = 1; ; failures += 1) {
    try {
      const session = await renewKnownSession()
      if (!session) throw createCookiesBlockedError()
      return session
    } catch (cause) {
      if (!(cause instanceof NetworkError) || failures === maxTries) throw cause
      await new Promise((resolve) => setTimeout(resolve, retryMs * failures))
    }
  }
}

/** Tries it with one that is removed at once: Chromium says that it does, whatever its settings. */
export function canKeepCookies(): boolean {
  const isHttps = window.location.protocol === 'https:'
  const name = isHttps ? '__Host-check' : 'check'
  const flags = isHttps ? 'path=/; secure' : 'path=/'
  writeCookie(`${name}=1; ${flags}`)
  const isKept = readCookies().includes(`${name}=1`)
  writeCookie(`${name}=; ${flags}; max-age=0`)
  return isKept
}
