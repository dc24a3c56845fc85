import { expect, it } from 'vitest'
import { describeAllowances, describeExtraTime, validateExtraTime } from './allowances-form.tsx'

it.each([
  ['0', undefined],
  [' 25 ', undefined],
  ['400', undefined],
  ['401', 'Enter 400 or less'],
  ['', 'Enter a whole percentage, 0 for none'],
  ['12.5', 'Enter a whole percentage, 0 for none'],
  ['-5', 'Enter a whole percentage, 0 for none'],
  ['25%', 'Enter a whole percentage, 0 for none'],
])('the extra time %j gets the message %s', (typed, message) => {
  expect(validateExtraTime(typed)).toBe(message)
})

it('extra time is described by the length of an hour’s test', () => {
  expect(describeExtraTime('25')).toBe('A test of 60 mins lasts 75 mins.')
  expect(describeExtraTime('0')).toBe('No extra time.')
  expect(describeExtraTime('a lot')).toBe('No extra time.')
})

it.each([
  [{}, 'None'],
  [{ extraTimePercent: 0, assistiveTools: false }, 'None'],
  [{ extraTimePercent: 25 }, '25% extra time'],
  [{ extraTimePercent: 0, assistiveTools: true }, 'Assistive tools'],
  [{ extraTimePercent: 25, assistiveTools: true }, '25% extra time, assistive tools'],
])('the allowances %j are described in one line: %s', (allowances, line) => {
  expect(describeAllowances(allowances)).toBe(line)
})
