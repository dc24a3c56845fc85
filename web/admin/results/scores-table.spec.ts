import { expect, it } from 'vitest'
import type { Attempt } from '#contract/results.ts'
import { filterByStudentName, sortAttempts } from './scores-table.tsx'

const attempts = [
  { studentName: 'Priya Nair', percentage: 60 },
  { studentName: 'arjun Mehta', percentage: null },
  { studentName: 'Élodie D’Souza', percentage: 80 },
] as Attempt[]

const names = (found: readonly Attempt[]) => found.map(({ studentName }) => studentName)

it.each([
  { sort: 'name-asc', first: 'arjun Mehta', last: 'Priya Nair' },
  { sort: 'name-desc', first: 'Priya Nair', last: 'arjun Mehta' },
  { sort: 'score-desc', first: 'Élodie D’Souza', last: 'arjun Mehta' },
  { sort: 'score-asc', first: 'arjun Mehta', last: 'Élodie D’Souza' },
])('sorts by $sort, with missing scores last', ({ sort, first, last }) => {
  const ordered = names(sortAttempts(attempts, sort))
  expect([ordered[0], ordered[2]]).toEqual([first, last])
})

it('finds names in upper and lower case', () => {
  expect(names(filterByStudentName(attempts, 'ARJUN'))).toEqual(['arjun Mehta'])
  expect(names(filterByStudentName(attempts, 'mehta arjun'))).toEqual(['arjun Mehta'])
  expect(filterByStudentName(attempts, '')).toBe(attempts)
})
