import { expect, it } from 'vitest'
import { compareToday, getTodaySection, isOfToday } from './today.ts'

const hour = 60 * 60_000
const midnight = Date.UTC(2026, 10, 25, 18, 30)
const window = (id: string, opens: number, closes: number) => ({
  id,
  opensAt: midnight + opens * hour,
  closesAt: midnight + closes * hour,
  latestEntryAt: null,
  endsAtClosing: false,
})
const now = midnight + 10.5 * hour
const isSameDay = (at: number) => at >= midnight && at < midnight + 24 * hour

it.each([
  { what: 'one of the day', opens: 14, closes: 15, is: true },
  { what: 'one that is over', opens: 8, closes: 9, is: true },
  { what: 'one of the day before', opens: -5, closes: -4, is: false },
  { what: 'one from before midnight that is open', opens: -2, closes: 11, is: true },
  { what: 'one from before midnight that has closed', opens: -2, closes: 1, is: false },
  { what: 'one of the next day', opens: 24, closes: 25, is: false },
])('today: $what is $is', ({ opens, closes, is }) => {
  expect(isOfToday(window('a', opens, closes), { now, isSameDay })).toBe(is)
})

it('sorts windows by the next to close, then the next to open, then the last to end', () => {
  const windows = [
    window('over early', 7, 8),
    window('over late', 8, 9),
    window('evening', 18, 19),
    window('afternoon', 14, 15),
    window('closes at twelve', 9, 12),
    window('closes at eleven', 10, 11),
  ]
  expect(
    windows.toSorted((one, other) => compareToday(one, other, now)).map(({ id }) => id),
  ).toEqual([
    'closes at eleven',
    'closes at twelve',
    'afternoon',
    'evening',
    'over late',
    'over early',
  ])
  expect(windows.map((one) => getTodaySection(one, now))).toEqual([
    ...['over', 'over', 'coming', 'coming', 'running', 'running'],
  ])
})

it.each([
  { opensAt: now, closesAt: now + 1, is: true },
  { opensAt: now - 1, closesAt: now + 1, is: true },
  { opensAt: now - 1, closesAt: now, is: false },
  { opensAt: now + 1, closesAt: now + 2, is: false },
])('of another day, a window is of today while it is open: $is', ({ is, ...times }) => {
  const moments = { ...window('a', 0, 1), ...times }
  expect(isOfToday(moments, { now, isSameDay: () => false })).toBe(is)
})

it('windows of one time have the order of their ids', () => {
  const pair = [window('a', 14, 15), window('b', 14, 15)]
  for (const list of [pair, pair.toReversed()])
    expect(list.toSorted((one, other) => compareToday(one, other, now))).toEqual(pair)
})
