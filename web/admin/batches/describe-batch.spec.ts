import { expect, it } from 'vitest'
import {
  describeBatchState,
  describeNextExam,
  describeSeats,
  formatBatchDays,
} from './describe-batch.ts'

const days = { startDate: '2026-10-05', endDate: '2027-04-02' }
const running = { ...days, state: 'running', seats: 60, students: 38 } as const

it('writes days as the institute does', () => {
  expect(formatBatchDays(days)).toBe('5\u00a0Oct\u00a02026 to 2\u00a0Apr\u00a02027')
})

it.each([
  [{ students: 38, seats: 60 }, '38 of 60'],
  [{ students: 62, seats: 60 }, '62 of 60, 2 over'],
  [{ students: 7, seats: null }, '7'],
])('counts %o as %s', (seats, text) => {
  expect(describeSeats(seats)).toBe(text)
})

it.each([
  [running, '2026-11-21', 'Running'],
  [{ ...running, seats: null }, '2026-11-21', 'Running'],
  [{ ...running, students: 60 }, '2026-11-21', 'Full'],
  [{ ...running, students: 61 }, '2026-11-21', 'More than its seats'],
  [running, '2027-03-24', 'Ends in 9 days'],
  [{ ...running, students: 60 }, '2027-04-01', 'Ends in 1 day'],
  [running, '2027-04-02', 'Ends today'],
  [{ ...running, state: 'coming' as const }, '2026-09-25', 'Starts in 10 days'],
  [{ ...running, state: 'over' as const }, '2027-04-03', 'Over'],
])('%o on %s: %s', (batch, today, text) => {
  expect(describeBatchState(batch, today).text).toBe(text)
})

it.each([
  ['open', 'Open now'],
  ['entry-over', 'Entry over'],
  ['coming', 'Today, 10:00 am'],
  ['not-released', 'Not released (Today, 10:00 am)'],
] as const)('describes a next exam that is %s: %s', (phase, text) => {
  const opensAt = '2026-11-24T04:30:00.000Z'
  const words = describeNextExam({ phase, opensAt }, Date.parse(opensAt))
  expect(words.replace(/\s/gu, ' ')).toBe(text)
})
