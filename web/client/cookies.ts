import { site } from '#site'

/** The server accepted a login, and the browser kept nothing of it. */
export class CookiesBlockedError extends Error {
  constructor() {
    super(
      `Your browser keeps no cookies for this site, so you cannot stay logged in. Allow cookies for this site in the browser’s settings, or leave the mode that blocks them, then log in again. If that does not help, call us on ${site.phone.replaceAll(' ', '\u00a0')}.`,
    )
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

/** Set at login, cleared at logout; without it one is a visitor. */
export function getXsrfToken(): string | null {
  const cookie = readCookies().find((pair) => /^(__Host-)?XSRF-TOKEN=/.test(pair))
  return cookie ? decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)) : null
}

/** Makes the browser a visitor's, as far as a script can. */
export function clearXsrfToken() {
  for (const expired of ['XSRF-TOKEN=; path=/', '__Host-XSRF-TOKEN=; path=/; secure']) {
    writeCookie(`${expired}; max-age=0`)
  }
}

function writeCookie(text: string) {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context
    document.cookie = text
  } catch {
    // Refused, as in a sandboxed frame: nothing is kept there.
  }
}

function readCookies(): string[] {
  try {
    return document.cookie.split('; ')
  } catch {
    return []
  }
}
