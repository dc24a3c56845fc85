import { expect, it } from 'vitest'
import { normalizeDate, validateDay } from './calendar-date.ts'

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
  ['14 - 8 - 2003', '14-08-2003'],
  ...['x2003-08-14', 'x14082003', 'x14/8/2003', '14/8x/2003', '2003-08-14x'].map((text) => [
    text,
    text,
  ]),
  ['', ''],
])('reads %j as %j', (typed, expected) => {
  expect(normalizeDate(typed)).toBe(expected)
})

it.each([
  ['01-12-2026', undefined],
  ['29-02-2028', undefined],
  ['29-02-2027', '29 February 2027 does not exist'],
  ['31-04-2027', '31 April does not exist'],
  ['1-12-2026', 'Enter the first day as day-month-year, like 01-12-2026'],
  ['soon', 'Enter the first day as day-month-year, like 01-12-2026'],
  ['', 'Enter the first day as day-month-year, like 01-12-2026'],
])('describes the day %j as %j', (text, message) => {
  expect(validateDay(text, 'the first day')).toBe(message)
})
