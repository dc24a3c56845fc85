import { expect, it } from 'vitest'
import { describeCounting, describeFiguresCounting } from './describe-counting.ts'

it.each([
  [undefined, ''],
  [{ rule: 'last', attempts: 2, isCounted: true }, 'Counts, the last of 2'],
  [{ rule: 'best', attempts: 3, isCounted: false }, 'Not counted: the best of 3 is'],
  [
    { rule: 'average', attempts: 2, isCounted: true, average: 66.666_666 },
    'The average of 2 counts: 66.7%',
  ],
] as const)('describes one attempt, %j: %s', (counting, words) => {
  expect(describeCounting(counting)).toBe(words)
})

it.each([
  [undefined, ''],
  [
    { rule: 'last', students: 1 },
    '1 student has taken this test more than once: the last attempt of each student counts.',
  ],
  [
    { rule: 'average', students: 2 },
    '2 students have taken this test more than once: the average of each student counts.',
  ],
] as const)('describes figures, %j: %s', (counting, words) => {
  expect(describeFiguresCounting(counting)).toBe(words)
})
