import { expect, it } from 'vitest'
import { extraTimeFault, extraTimeSays } from './extra-time.ts'

it.each([
  ['0', undefined],
  [' 25 ', undefined],
  ['400', undefined],
  ['401', 'Enter 400 or less'],
  ['', 'Enter a whole percentage, 0 for none'],
  ['12.5', 'Enter a whole percentage, 0 for none'],
  ['-5', 'Enter a whole percentage, 0 for none'],
  ['25%', 'Enter a whole percentage, 0 for none'],
])('of %j says %s', (typed, says) => {
  expect(extraTimeFault(typed)).toBe(says)
})

it('is told by what becomes of an hour', () => {
  expect(extraTimeSays('25')).toBe('A test of 60 mins lasts 75 mins.')
  expect(extraTimeSays('0')).toBe('No extra time.')
  expect(extraTimeSays('a lot')).toBe('No extra time.')
})
