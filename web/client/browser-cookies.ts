/** The server accepted a login, and the browser kept nothing of it. Its message says what to do. */
export class CookiesBlockedError extends Error {}

/**
 * Set at login, cleared at logout; without it one is a visitor. Another host of the same domain can
 * set the plain name, so the other one goes first.
 */
export function getXsrfToken(): string | null {
  const cookies = readCookies()
  const find = (name: string) => cookies.find((pair) => pair.startsWith(name))
  const cookie = find('__Host-XSRF-TOKEN=') ?? find('XSRF-TOKEN=')
  return cookie ? decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)) : null
}

/** Makes the browser a visitor's, as far as a script can. */
export function clearXsrfToken() {
  for (const expired of ['XSRF-TOKEN=; path=/', '__Host-XSRF-TOKEN=; path=/; secure']) {
    writeCookie(`${expired}; max-age=0`)
  }
}

export function writeCookie(text: string) {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context
    document.cookie = text
  } catch {
    // Refused, as in a sandboxed frame: nothing is kept there.
  }
}

export function readCookies(): string[] {
  try {
    return document.cookie.split('; ')
  } catch {
    return []
  }
}
