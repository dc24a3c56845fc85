import { expect, it } from 'vitest'
import { hasGoneOn, type ListPlace } from './list-place.ts'

const first: ListPlace = { query: 'name', page: 1, shown: 10, total: 25 }

it('tells more rows of the same list, and another page', () => {
  expect(hasGoneOn(first, { ...first, shown: 20 })).toBe(true)
  expect(hasGoneOn({ ...first, shown: 20 }, { ...first, shown: 25 })).toBe(true)
  expect(hasGoneOn(first, { ...first, page: 2 })).toBe(true)
  expect(hasGoneOn({ ...first, page: 3 }, { ...first, page: 2 })).toBe(true)
})

it('tells nothing of a list as it was', () => {
  expect(hasGoneOn(first, first)).toBe(false)
})

it('leaves a search to the sentence of what it has found', () => {
  expect(hasGoneOn(first, { query: 'priya', page: 1, shown: 1, total: 1 })).toBe(false)
  expect(hasGoneOn({ ...first, page: 2 }, { ...first, query: 'priya' })).toBe(false)
})

it('tells nothing of a row that comes or goes by itself', () => {
  const whole = { ...first, shown: 25 }
  expect(hasGoneOn(whole, { ...whole, shown: 26, total: 26 })).toBe(false)
  expect(hasGoneOn(whole, { ...whole, shown: 24, total: 24 })).toBe(false)
  expect(hasGoneOn(first, { ...first, total: 26 })).toBe(false)
})
