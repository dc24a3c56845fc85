import { expect, it } from 'vitest'
import { toBatchFilters } from './batch-filter.ts'
import { readListState } from './list-description.ts'

const batches = [
  { _id: 'b1', name: 'Evening B3' },
  { _id: 'b2', name: 'Morning B12' },
]
const readBatch = (loaded: typeof batches | undefined, chosen: string) =>
  readListState(
    { filters: toBatchFilters(loaded, chosen) },
    new URLSearchParams(chosen && { batch: chosen }),
  ).filters.batch

it('an institute without batches has no filter by batch', () => {
  expect(toBatchFilters([], '')).toEqual([])
  expect(toBatchFilters([], 'b1')).toEqual([])
})

it('"All batches" comes first, and each batch can be chosen', () => {
  const [filter] = toBatchFilters(batches, '')
  expect(filter?.options.map(({ name }) => name)).toEqual([
    'All batches',
    'Evening B3',
    'Morning B12',
  ])
})

it('the batch in the URL applies while the batches load, and afterwards if it exists', () => {
  expect(readBatch(undefined, '')).toBeUndefined()
  expect(readBatch(undefined, 'b2')).toBe('b2')
  expect(readBatch(batches, 'b2')).toBe('b2')
  expect(readBatch(batches, 'gone')).toBe('')
})
