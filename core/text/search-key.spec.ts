import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildSearchKey } from './search-key.ts'

describe('two ways to write one name have one key', () => {
  it.each([
    { one: 'ASHA Patil', other: 'asha patil' },
    { one: '  Asha \t Patil\n', other: 'Asha Patil' },
    { one: 'José', other: 'Jose\u0301' },
    { one: 'José', other: 'jose' },
    { one: 'Zoë Škoda', other: 'zoe skoda' },
    { one: 'ＡＳＨＡ', other: 'asha' },
    { one: 'ﬁrdaus', other: 'Firdaus' },
    { one: 'İbrahim', other: 'ibrahim' },
    { one: 'ज़ाकिर', other: 'ज\u093cाकिर' },
    { one: 'क्\u200dष', other: 'क्ष' },
  ])('$one and $other', ({ one, other }) => {
    expect(buildSearchKey(one)).toBe(buildSearchKey(other))
  })
})

describe('two names have two keys', () => {
  it.each([
    { one: 'Asha', other: 'Usha' },
    { one: 'राम', other: 'रमा' },
    { one: 'किरण', other: 'करण' },
    { one: 'Anne Marie', other: 'Annemarie' },
    { one: '🦊', other: '🐼' },
  ])('$one and $other', ({ one, other }) => {
    expect(buildSearchKey(one)).not.toBe(buildSearchKey(other))
  })
})

it('sorts A to Z without regard to case and accents', () => {
  const names = ['Zoya', 'élodie', 'Arjun', 'Émile', 'bhavna']
  const sorted = names.toSorted((one, other) =>
    buildSearchKey(one) < buildSearchKey(other) ? -1 : 1,
  )
  expect(sorted).toEqual(['Arjun', 'bhavna', 'élodie', 'Émile', 'Zoya'])
})

const anyText = fc
  .array(fc.nat({ max: 0x10ffff }))
  .map((codePoints) => String.fromCodePoint(...codePoints))

it('is its own key, for any text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(buildSearchKey(buildSearchKey(text))).toBe(buildSearchKey(text))
    }),
    { numRuns: 300 },
  )
})

it('finds a name by any word of it', () => {
  const words = fc.stringMatching(/^[A-Za-zÀ-ÿअ-ह]{1,8}$/)
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (name) => {
      for (const word of name)
        expect(buildSearchKey(name.join('  '))).toContain(buildSearchKey(word))
    }),
  )
})
