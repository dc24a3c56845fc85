import { expect, it } from 'vitest'
import { hasGoneOn, type ListPlace } from './list-place.ts'

const first: ListPlace = { query: 'name', page: 1, shown: 10, total: 25 }

it('reports more rows of the same list, and another page', () => {
  expect(hasGoneOn(first, { ...first, shown: 20 })).toBe(true)
  expect(hasGoneOn({ ...first, shown: 20 }, { ...first, shown: 25 })).toBe(true)
  expect(hasGoneOn(first, { ...first, page: 2 })).toBe(true)
  expect(hasGoneOn({ ...first, page: 3 }, { ...first, page: 2 })).toBe(true)
})

it('reports nothing for an unchanged list', () => {
  expect(hasGoneOn(first, first)).toBe(false)
})

it('reports no search, which has a sentence of its own', () => {
  expect(hasGoneOn(first, { query: 'priya', page: 1, shown: 1, total: 1 })).toBe(false)
  expect(hasGoneOn({ ...first, page: 2 }, { ...first, query: 'priya' })).toBe(false)
})

it('reports no row that appears or disappears by itself', () => {
  const whole = { ...first, shown: 25 }
  expect(hasGoneOn(whole, { ...whole, shown: 26, total: 26 })).toBe(false)
  expect(hasGoneOn(whole, { ...whole, shown: 24, total: 24 })).toBe(false)
  expect(hasGoneOn(first, { ...first, total: 26 })).toBe(false)
})
