import { expect, it } from 'vitest'
import { listRange, toggleAllRows, toggleRows } from './use-row-selection.ts'

const shown = ['a', 'b', 'c', 'd', 'e']

it.each([
  { anchor: null, key: 'c', range: ['c'] },
  { anchor: 'b', key: 'd', range: ['b', 'c', 'd'] },
  { anchor: 'd', key: 'b', range: ['b', 'c', 'd'] },
  { anchor: 'c', key: 'c', range: ['c'] },
  { anchor: 'of another search', key: 'c', range: ['c'] },
])('selects the range from $anchor to $key', ({ anchor, key, range }) => {
  expect(listRange(shown, anchor, key)).toEqual(range)
})

it('gives a whole range the new state of its last row', () => {
  const selected = toggleRows(new Set(['b', 'x']), ['b', 'c', 'd'], 'd')
  expect([...selected].toSorted()).toEqual(['b', 'c', 'd', 'x'])
  expect([...toggleRows(selected, ['b', 'c', 'd'], 'b')]).toEqual(['x'])
})

it('selects all shown rows, then none, and leaves other pages alone', () => {
  const all = toggleAllRows(new Set(['a', 'x']), shown)
  expect([...all].toSorted()).toEqual([...shown, 'x'])
  expect([...toggleAllRows(all, shown)]).toEqual(['x'])
})
