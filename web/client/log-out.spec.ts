import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Its items are its own properties, as in a browser. */
class MemoryStorage {
  [key: string]: unknown
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  }
  setItem(key: string, text: string) {
    this[key] = text
  }
  removeItem(key: string) {
    delete this[key]
  }
}

const browser = Object.assign(new EventTarget(), {
  localStorage: new MemoryStorage(),
  sessionStorage: new MemoryStorage(),
  stop: () => undefined,
})

// A page that logs out makes no more calls, and spec files share their imports.
beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('window', browser)
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=abc' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('does not wait for a server that hangs', async () => {
  const { isLoggedOutShown, logOut } = await import('./log-out.ts')
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  browser.sessionStorage.setItem('test-draft', 'Secret Exam')
  browser.localStorage.setItem('account', 'a1')
  logOut(null)
  await vi.advanceTimersByTimeAsync(3000)
  expect(isLoggedOutShown()).toBe(true)
  expect({ ...browser.sessionStorage }).not.toHaveProperty('test-draft')
  expect({ ...browser.localStorage }, 'the session is ended at the next contact').toEqual({
    'last-logout': expect.any(String),
    'owed-logout': 'yes',
  })
})
