import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeLabel } from './punycode.ts'

it.each([
  ['xn--bcher-kva', 'bücher'],
  ['xn--p1b6ci4b4b3a', 'उदाहरण'],
  ['xn--h2brj9c', 'भारत'],
])('%s is %s', (label, expected) => {
  expect(decodeLabel(label)).toBe(expected)
})

it.each(['bucher', 'xn--', 'xn--a-', 'xn--99999999', 'xn--é'])('%s stands for nothing', (label) => {
  expect(decodeLabel(label) ?? 'nothing').toBe('nothing')
})

it('decodes what Node encodes, for any letters', () => {
  const letters = fc.constantFrom(...'abc019-éüßøşğıविहारभ中文日本ي')
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 12 }), (parts) => {
      const label = parts.join('').normalize('NFC')
      const ascii = domainToASCII(label)
      if (!ascii.startsWith('xn--')) return
      expect(decodeLabel(ascii)).toBe(label)
    }),
    { numRuns: 500 },
  )
})

it('never throws, whatever follows the prefix', () => {
  const rest = fc.stringMatching(/^[a-z0-9-]{0,40}$/)
  fc.assert(fc.property(rest, (text) => void decodeLabel(`xn--${text}`)))
})
