import { afterEach, expect, it, vi } from 'vitest'
import { clearXsrfToken, getXsrfToken } from './browser-cookies.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['XSRF-TOKEN=own', 'own'],
  ['XSRF-TOKEN=set-by-a-neighbour; __Host-XSRF-TOKEN=own', 'own'],
  ['__Host-XSRF-TOKEN=own; XSRF-TOKEN=set-by-a-neighbour', 'own'],
  ['My-XSRF-TOKEN=another; theme=dark', null],
])('reads the token in %s', (cookie, token) => {
  vi.stubGlobal('document', { cookie })
  expect(getXsrfToken()).toBe(token)
})

it('clears both names', () => {
  const written: string[] = []
  vi.stubGlobal('document', {
    set cookie(text: string) {
      written.push(text)
    },
  })
  clearXsrfToken()
  expect(written.map((text) => text.split('=')[0])).toEqual(['XSRF-TOKEN', '__Host-XSRF-TOKEN'])
})
