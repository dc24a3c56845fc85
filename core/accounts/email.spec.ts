import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail, isMadeUpAddress, normalizeEmail } from './email.ts'

describe('an email address', () => {
  it.each([
    'priya.nair@example.com',
    "o'brien+exam@mail.example.co.in",
    'राम@उदाहरण.भारत',
    'münchen@bücher.example',
    'a_b-c%d@sub-domain.example.org',
  ])('%s is valid', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    { what: 'a zero-width space', text: 'priya\u200b@example.com' },
    { what: 'a soft hyphen', text: 'pri\u00adya@example.com' },
    { what: 'a direction override', text: 'priya@\u202emoc.elpmaxe' },
    { what: 'a direction mark', text: 'priya@example.com\u200e' },
    { what: 'a joiner', text: 'pri\u200dya@example.com' },
    { what: 'a byte order mark inside', text: 'pri\ufeffya@example.com' },
    { what: 'a variation selector', text: 'priya\ufe0f@example.com' },
    { what: 'a filler', text: 'pri\u3164ya@example.com' },
    { what: 'a tag', text: 'priya\u{e0041}@example.com' },
    { what: 'full-width letters', text: 'ｐriya@example.com' },
    { what: 'a full-width at', text: 'priya＠example.com' },
    { what: 'an ideographic stop', text: 'priya@example。com' },
    { what: 'a Kelvin sign', text: 'pri\u212aya@example.com' },
    { what: 'a mathematical letter', text: '𝐩riya@example.com' },
    { what: 'a ligature', text: 'oﬃce@example.com' },
    { what: 'a letter in two pieces', text: 'rene\u0301@example.com' },
    { what: 'a control sign', text: 'priya\u0007@example.com' },
    { what: 'a NUL', text: 'priya@example.com\0' },
    { what: 'a line break', text: 'priya@example.com\nbcc:all@example.com' },
    { what: 'a next line', text: 'priya\u0085@example.com' },
    { what: 'a no-break space', text: 'pri\u00a0ya@example.com' },
    { what: 'half a character', text: 'priya\ud800@example.com' },
    { what: 'two addresses', text: 'a@example.com,b@example.com' },
    { what: 'quotes', text: '"a b"@example.com' },
    { what: 'brackets', text: 'a@[127.0.0.1]' },
    { what: 'an empty label', text: 'a@example..com' },
  ])('with $what is refused', ({ text }) => {
    expect(isEmail(text)).toBe(false)
  })

  it('has one spelling only: no invisible signs, and nothing that normalising would change', () => {
    const odd = fc.constantFrom(
      ...'\u200b\u200d\u202e\u2066\u00ad\ufeff\u2060ﬁＡ①²\u0301\u0000\t\n',
    )
    const letter = fc.oneof(
      fc.constantFrom(...'aB9.-_+éश'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    )
    const part = fc.array(fc.oneof({ weight: 8, arbitrary: letter }, odd), { maxLength: 8 })
    fc.assert(
      fc.property(part, part, (local, domain) => {
        const text = `a${local.join('')}@b${domain.join('')}.com`
        if (!isEmail(text)) return
        expect(text.normalize('NFKC')).toBe(text)
        expect(text).not.toMatch(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
        expect(text.split('@')).toHaveLength(2)
      }),
      { numRuns: 3000 },
    )
  })
})

it.each([
  ['student-1@rehearsal.invalid', true],
  [' Student-1@Rehearsal.INVALID ', true],
  ['asha@invalid.example.com', false],
  ['asha.invalid@example.com', false],
  ['asha@example.invalid.com', false],
])('%s is a placeholder address: %s', (email, expected) => {
  expect(isMadeUpAddress(email)).toBe(expected)
})

it.each([
  [' Asha@Example.COM ', 'asha@example.com'],
  ['asha@xn--bcher-kva.example', 'asha@bücher.example'],
  ['राम@xn--p1b6ci4b4b3a.xn--h2brj9c', 'राम@उदाहरण.भारत'],
  ['asha@xn--99999999.example', 'asha@xn--99999999.example'],
  ['xn--bcher-kva', 'xn--bcher-kva'],
  ['priya@example.com@xn--bcher-kva', 'priya@example.com@xn--bcher-kva'],
  ['xn--bcher-kva@example.com', 'xn--bcher-kva@example.com'],
])('compares %s as %s', (text, expected) => {
  expect(normalizeEmail(text)).toBe(expected)
})

it.each([
  { length: 254, isRight: true },
  { length: 255, isRight: false },
])('an address of $length characters is one: $isRight', ({ length, isRight }) => {
  const end = '@example.com'
  const labels = `${'b.'.repeat(200)}`
  const local = 'a'.repeat(50)
  const text = `${local}@${labels.slice(0, length - local.length - end.length)}${end.slice(1)}`
  expect(text).toHaveLength(length)
  expect(isEmail(text)).toBe(isRight)
})
