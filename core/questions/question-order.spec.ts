import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moveItem, parsePlace } from './question-order.ts'

const items = ['a', 'b', 'c', 'd'].map((key) => ({ key }))
const move = (key: string, to: number) =>
  moveItem(items, key, to)
    .map((item) => item.key)
    .join('')

it.each([
  { key: 'a', to: 2, order: 'bcad' },
  { key: 'd', to: 0, order: 'dabc' },
  { key: 'b', to: 1, order: 'abcd' },
  { key: 'b', to: 99, order: 'acdb' },
  { key: 'c', to: -1, order: 'cabd' },
  { key: 'gone', to: 1, order: 'abcd' },
])('moves $key to $to: $order', ({ key, to, order }) => {
  expect(move(key, to)).toBe(order)
})

it('leaves the items as they are where nothing moves', () => {
  expect(moveItem(items, 'b', 1)).toBe(items)
  expect(moveItem(items, 'd', 99)).toBe(items)
  expect(moveItem(items, 'a', -1)).toBe(items)
  expect(moveItem(items, 'gone', 1)).toBe(items)
})

it('keeps every item and the order of the others', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.integer({ min: -9, max: 9 }), (from, to) => {
      const key = items[from]?.key ?? ''
      const moved = moveItem(items, key, to)
      expect(moved.filter((item) => item.key !== key)).toEqual(
        items.filter((item) => item.key !== key),
      )
      expect(moved.findIndex((item) => item.key === key)).toBe(Math.max(0, Math.min(3, to)))
    }),
  )
})

it.each([
  { typed: '1', place: 0 },
  { typed: ' 20 ', place: 19 },
  { typed: '0', place: null },
  { typed: '21', place: null },
  { typed: '-1', place: null },
  { typed: '1.5', place: null },
  { typed: '1e1', place: null },
  { typed: '', place: null },
  { typed: 'first', place: null },
])('reads position "$typed" of 20 as $place', ({ typed, place }) => {
  expect(parsePlace(typed, 20)).toBe(place)
})
