import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseUserAgent } from './user-agent.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome on Windows',
    'computer',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge on Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'Firefox on Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'Firefox on Linux',
    'computer',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome on ChromeOS',
    'computer',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari on Mac',
    'computer',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`,
    'Opera on Mac',
    'computer',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/144.0 Mobile/15E148 Safari/605.1.15',
    'Firefox on iPad',
    'tablet',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-X200) ${webKit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome on Android',
    'tablet',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-A155F) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
    'phone',
  ],
  [
    'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0',
    'Firefox on Android',
    'phone',
  ],
] as const)('%s', (userAgent, name, kind) => {
  expect(parseUserAgent(userAgent)).toEqual({ name, kind })
})

it.each([undefined, '', 'curl/8.16.0', '<script>alert(1)</script>', 'Mozilla/5.0'])(
  'recognises nothing in %j',
  (userAgent) => {
    expect(parseUserAgent(userAgent)).toEqual({ name: 'Unknown browser', kind: 'unknown' })
  },
)

it('never repeats the header that was sent', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), (text) => {
      const { name } = parseUserAgent(`Mozilla/5.0 (${text}) Chrome/1.0`)
      expect(name).toMatch(/^(Unknown browser|[A-Z][A-Za-z ]+?)( on [A-Za-z]+)?$/)
    }),
  )
})

it.each([
  [undefined, 'Unknown browser', 'unknown'],
  ['Firefox/144.0', 'Firefox', 'unknown'],
  [`${'x'.repeat(490)} Firefox/144.0`, 'Firefox', 'unknown'],
  [`${'x'.repeat(492)} Firefox/144.0`, 'Unknown browser', 'unknown'],
] as const)('describes what is not known as such: %#', (userAgent, name, kind) => {
  expect(parseUserAgent(userAgent)).toEqual({ name, kind })
})
