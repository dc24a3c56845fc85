import { expect, it } from 'vitest'
import { countOverSeats, findBatchErrors, getBatchState } from './batch.ts'

const days = { startDay: '2026-10-05', endDay: '2027-04-02' }

it.each([
  { today: '2026-10-04', state: 'coming' },
  { today: '2026-10-05', state: 'running' },
  { today: '2027-04-02', state: 'running' },
  { today: '2027-04-03', state: 'over' },
])('a batch is $state on $today', ({ today, state }) => {
  expect(getBatchState(days, today)).toBe(state)
})

it('a batch may last one day, and ends no earlier than it begins', () => {
  expect(findBatchErrors({ startDay: '2026-10-05', endDay: '2026-10-05' })).toBeNull()
  expect(findBatchErrors({ startDay: '2026-10-05', endDay: '2026-10-04' })).toEqual({
    endDate: 'Choose a last day after the first one',
  })
})

it('counts the students beyond its seats, where seats are counted', () => {
  expect(countOverSeats(60, 60)).toBe(0)
  expect(countOverSeats(63, 60)).toBe(3)
  expect(countOverSeats(63, null)).toBe(0)
})
