import { expect, it } from 'vitest'
import { normalizeDate } from './form-mapping.ts'

it.each([
  ['14-08-2003', '14-08-2003'],
  [' 14-08-2003 ', '14-08-2003'],
  ['14082003', '14-08-2003'],
  ['4-8-2003', '04-08-2003'],
  ['14/08/2003', '14-08-2003'],
  ['14.8.2003', '14-08-2003'],
  ['14 8 2003', '14-08-2003'],
  ['2003-08-14', '14-08-2003'],
  ['14-08-03', '14-08-03'],
  ['14 August 2003', '14 August 2003'],
  ['', ''],
])('reads %j as %j', (typed, expected) => {
  expect(normalizeDate(typed)).toBe(expected)
})
