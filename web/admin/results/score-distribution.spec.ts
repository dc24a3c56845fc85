import { expect, it } from 'vitest'
import { chooseTicks, countPerBand, countPerBin } from './score-distribution.tsx'

it('puts a score on a bin’s edge into the upper bin, and full marks into the last', () => {
  expect(countPerBin([0, 9.9, 10, 59.9, 60, 100])).toEqual([2, 1, 0, 0, 0, 1, 1, 0, 0, 1])
})

it.each([
  { most: 1, ticks: [0, 1] },
  { most: 6, ticks: [0, 2, 4, 6] },
  { most: 22, ticks: [0, 5, 10, 15, 20, 25] },
  { most: 600, ticks: [0, 200, 400, 600] },
])('marks up to $most in round steps', ({ most, ticks }) => {
  expect(chooseTicks(most)).toEqual(ticks)
})

it('picks the band by the unrounded percentage', () => {
  expect(countPerBand([59.99, 60, 79.99, 80])).toEqual({ practising: 1, good: 2, excellent: 1 })
})
