import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  buildRollNumberKey,
  maxRollNumberLength,
  normalizeRollNumber,
  validateRollNumber,
} from './roll-number.ts'

it.each([
  ['26-1017', null],
  ['  26/B/7 ', null],
  ['', null],
  [' \t ', null],
  ['९८७', null],
  ['- -', 'Use a letter or a digit'],
  ['’', 'Use a letter or a digit'],
  ['7'.repeat(maxRollNumberLength), null],
  ['7'.repeat(maxRollNumberLength + 1), 'Use 30 characters or fewer'],
])('judges %j as %j', (typed, error) => {
  expect(validateRollNumber(typed)).toBe(error)
})

const around = fc.constantFrom('', ' ', '\t', '\u00A0 ', '\u200B')

it('two roll numbers are one if they differ only in capitals and spaces at the ends', () => {
  const number = fc.stringMatching(/^[a-z0-9][a-z0-9/.-]{0,20}$/)
  fc.assert(
    fc.property(number, around, around, (plain, before, after) => {
      const typed = `${before}${plain.toUpperCase()}${after}`
      expect(buildRollNumberKey(typed)).toBe(buildRollNumberKey(plain))
      expect(normalizeRollNumber(typed)).toBe(plain.toUpperCase())
    }),
  )
})

it('two roll numbers differ wherever a letter, a digit or a sign between them differs', () => {
  const number = fc.stringMatching(/^[a-z0-9][a-z0-9/.-]{0,20}$/)
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(buildRollNumberKey(one) === buildRollNumberKey(other)).toBe(one === other)
    }),
  )
})

it('every valid roll number has a key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
      if (normalizeRollNumber(typed) === null || validateRollNumber(typed) !== null) return
      expect(buildRollNumberKey(typed)).not.toBe('')
    }),
  )
})
