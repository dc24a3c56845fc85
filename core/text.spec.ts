import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildSearchKey,
  isTypedAsShown,
  matchesSearch,
  splitSearch,
  toComparableText,
  toVisibleLine,
  toVisibleText,
} from './text.ts'

describe('a normalised line', () => {
  it.each([
    { typed: '  Priya   Nair ', seen: 'Priya Nair' },
    { typed: 'Priya\r\nNair\u2028Rao', seen: 'Priya Nair Rao' },
    { typed: 'Pri\u200bya\u202e Nair\u2066', seen: 'Priya Nair' },
    { typed: 'Priya\u00adNair\ufeff', seen: 'PriyaNair' },
    { typed: 'Pri\u0000ya\u0007 \u001b[31mNair', seen: 'Priya [31mNair' },
    { typed: 'Pri\u200dya', seen: 'Priya' },
    { typed: '\u200b \u2060', seen: '' },
    { typed: 'Renée O’Brien-Śmith', seen: 'Renée O’Brien-Śmith' },
  ])('$typed is $seen', ({ typed, seen }) => {
    expect(toVisibleLine(typed)).toBe(seen)
  })

  it.each([
    { script: 'Devanagari', name: 'क्\u200dष' },
    { script: 'Kannada', name: 'ರ್\u200dಯ' },
    { script: 'Malayalam', name: 'അവന്\u200d' },
    { script: 'Bengali', name: 'র\u200d্যাম' },
    { script: 'Persian', name: 'می\u200cخواهم' },
  ])('keeps the joiners that $script needs', ({ name }) => {
    expect(toVisibleLine(name)).toBe(name)
  })

  it('contains nothing invisible, whatever was typed, and does not change when normalised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        const seen = toVisibleLine(typed)
        expect(toVisibleLine(seen)).toBe(seen)
        expect(seen.replace(/[\u200c\u200d]/g, '')).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u,
        )
        expect(seen.isWellFormed()).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('two spellings of one name have one key', () => {
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
    { one: 'O’Brien', other: "o'brien" },
    { one: 'O’Brien', other: 'OBrien' },
    { one: 'D‘Souza', other: 'DʼSouza' },
    { one: 'Łukasz', other: 'lukasz' },
    { one: 'Yıldız', other: 'yildiz' },
    { one: 'Weiß', other: 'WEISS' },
    { one: 'Sørensen', other: 'sorensen' },
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

it('sorts A to Z, ignoring case and accents', () => {
  const names = ['Zoya', 'élodie', 'Arjun', 'Émile', 'bhavna']
  const sorted = names.toSorted((one, other) =>
    buildSearchKey(one) < buildSearchKey(other) ? -1 : 1,
  )
  expect(sorted).toEqual(['Arjun', 'bhavna', 'élodie', 'Émile', 'Zoya'])
})

const anyText = fc
  .array(fc.nat({ max: 0x10ffff }))
  .map((codePoints) => String.fromCodePoint(...codePoints))

it('a search key is its own key, for any text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(buildSearchKey(buildSearchKey(text))).toBe(buildSearchKey(text))
    }),
    { numRuns: 300 },
  )
})

it('finds a name by any of its words', () => {
  const words = fc.stringMatching(/^[A-Za-zÀ-ÿअ-ह]{1,8}$/)
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (name) => {
      for (const word of name)
        expect(buildSearchKey(name.join('  '))).toContain(buildSearchKey(word))
    }),
  )
})

it.each([
  ['HTML  basics ', 'HTML basics', true],
  ['Re\u0301sume\u0301', 'R\u00e9sum\u00e9', true],
  ['html basics', 'HTML basics', false],
  ['HTMLbasics', 'HTML basics', false],
  ['', 'HTML basics', false],
])('%j is typed as %j is shown: %s', (typed, shown, expected) => {
  expect(isTypedAsShown(typed, shown)).toBe(expected)
})

describe('a search', () => {
  it.each([
    { search: 'nair priya', isFound: true },
    { search: ' PRI  ná ', isFound: true },
    { search: 'priya@ nair', isFound: true },
    { search: '', isFound: true },
    { search: 'priya rao', isFound: false },
    { search: 'p_iya', isFound: false },
  ])('by "$search" finds: $isFound', ({ search, isFound }) => {
    expect(matchesSearch(search, ['Priya Nair', 'priya@example.com'])).toBe(isFound)
  })

  it('finds a text by its words in any order', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(words, (texts) => matchesSearch(texts.toReversed().join(' '), [texts.join(' ')])),
    )
  })

  it('is of eight words at most', () => {
    expect(splitSearch('a b c d e f g h i j a')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  })
})

describe('two texts that look the same are equal', () => {
  it.each([
    { what: 'a zero-width space', one: 'Ar\u200bray', other: 'Array' },
    { what: 'a soft hyphen', one: 'Ar\u00adray', other: 'Array' },
    { what: 'a direction mark', one: 'Array\u200e', other: 'Array' },
    { what: 'a letter in two pieces', one: 'cafe\u0301', other: 'café' },
    { what: 'a no-break space', one: 'let\u00a0x', other: 'let x' },
    { what: 'spaces around it', one: ' Array\n', other: 'Array' },
  ])('with $what', ({ one, other }) => {
    expect(toComparableText(one)).toBe(toComparableText(other))
  })

  it.each([
    { what: 'case', one: 'array', other: 'Array' },
    { what: 'two spaces', one: "'a  b'", other: "'a b'" },
    { what: 'a line break', one: 'a\nb', other: 'a b' },
    { what: 'a joiner that shapes a word', one: 'क्\u200dष', other: 'क्ष' },
    { what: 'a raised number', one: 'x²', other: 'x2' },
  ])('but not with $what', ({ one, other }) => {
    expect(toComparableText(one)).not.toBe(toComparableText(other))
  })
})

it.each([
  ['  Fire alarm \r\n\r\n\r\n\r\nat 10:30 ', 'Fire alarm\n\nat 10:30'],
  ['\u200b \u2060\n\ufeff', ''],
  ['abc\u202edef\u0007', 'abcdef'],
  ['ज़\u200dाकिर', 'ज़\u200dाकिर'],
])('%j is seen as %j', (text, expected) => {
  expect(toVisibleText(text)).toBe(expected)
})
