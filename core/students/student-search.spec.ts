import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildParentKey, parsePersonSearch, toDigits } from './student-search.ts'

const isFoundBy = (phone: string) => (search: string) =>
  parsePersonSearch(search).every(({ digits }) =>
    digits.some((form) => toDigits(phone).includes(form)),
  )

describe('a phone number is found', () => {
  it.each([
    '7069586438',
    '069586438',
    '07069586438',
    '+91 70695 86438',
    '0091-70695-86438',
    '(706) 958-6438',
    '86438',
  ])('by %s', (search) => {
    expect(
      ['+91 70695 86438', '7069586438', '91-7069586438'].every((p) => isFoundBy(p)(search)),
    ).toBe(true)
  })

  it('by its own digits, however it is written', () => {
    const phone = fc.stringMatching(/^\+?[1-9][0-9 ()-]{9,20}[0-9]$/)
    fc.assert(fc.property(phone, (text) => isFoundBy(text)(text)))
  })

  it('not by another number', () => {
    expect(isFoundBy('+91 70695 86438')('70695 86439')).toBe(false)
  })
})

it.each([
  ['Nair Priya', ['nair', 'priya']],
  ['nair 98200', ['nair', '98200']],
  ['+91 98200 00001', ['+91 98200 00001']],
  ['( - )', ['( - )']],
  ['  ', []],
])('%s is searched as %j', (search, texts) => {
  expect(parsePersonSearch(search).map(({ text }) => text)).toEqual(texts)
})

it.each([
  ['asha@bücher.example', [['asha@bucher.example', 'asha@bücher.example']]],
  [
    'Nair BU\u0308CHER',
    [
      ['nair', 'nair'],
      ['bucher', 'bücher'],
    ],
  ],
  ['o’brien', [['obrien', 'obrien']]],
])('%s is looked for among addresses with its accents', (search, terms) => {
  expect(parsePersonSearch(search).map(({ text, address }) => [text, address])).toEqual(terms)
})

it.each(['nair', '+', '(', 'a1', '-1'])('%s is no number', (search) => {
  expect(parsePersonSearch(search).flatMap(({ digits }) => digits)).toEqual([])
})

it('a parent is found by name and number', () => {
  expect(buildParentKey({ fname: 'Ravi  Náir', fphone: '+91 98200-00002' })).toBe(
    'ravi nair 919820000002',
  )
})
