import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Verdict } from './item-analysis.ts'
import {
  findTopDistractor,
  hasDiscrimination,
  itemSorts,
  type OverviewItem,
  sortItems,
  sumItems,
} from './item-overview.ts'

function createItem(number: number, overrides: Partial<OverviewItem> = {}): OverviewItem {
  return {
    number,
    isEarlier: false,
    attempts: 40,
    correct: 20,
    unanswered: 0,
    discrimination: 0.4,
    verdict: 'good',
    options: [],
    ...overrides,
  }
}

const numbers = (items: readonly OverviewItem[]) => items.map(({ number }) => number)

it('puts the most urgent flag first, and those without one in the order of the paper', () => {
  const verdicts: Verdict[] = ['good', 'weak', 'fair', 'key-doubtful', 'poor', 'all-wrong']
  const items = verdicts.map((verdict, at) => createItem(at + 1, { verdict }))
  expect(numbers(sortItems(items, 'flag-asc'))).toEqual([4, 6, 5, 2, 1, 3])
})

it('sorts by share, not by count, since questions are asked on different papers', () => {
  const items = [
    createItem(1, { attempts: 100, correct: 30 }),
    createItem(2, { attempts: 10, correct: 9 }),
    createItem(3, { attempts: 0, correct: 0 }),
  ]
  expect(numbers(sortItems(items, 'right-asc'))).toEqual([1, 2, 3])
  expect(numbers(sortItems(items, 'right-desc'))).toEqual([2, 1, 3])
})

it('hides a discrimination based on too few attempts, even from the sort', () => {
  const chance = createItem(1, { verdict: 'too-few', discrimination: 0.9 })
  const items = [chance, createItem(2, { discrimination: -0.2 }), createItem(3)]
  expect(hasDiscrimination(chance)).toBe(false)
  expect(numbers(sortItems(items, 'discrimination-asc'))).toEqual([2, 3, 1])
  expect(numbers(sortItems(items, 'discrimination-desc'))).toEqual([3, 2, 1])
})

it.each(itemSorts.filter((sort) => !sort.startsWith('number')))(
  'keeps equal ones in the order of the paper, the current one first, when sorted by %s',
  (sort) => {
    const items = [createItem(2), createItem(1, { isEarlier: true }), createItem(3), createItem(1)]
    expect(sortItems(items, sort)).toEqual([items[3], items[0], items[2], items[1]])
  },
)

it('puts those without a figure last both ways, in the order of the paper', () => {
  const none = { discrimination: null }
  const items = [createItem(4, none), createItem(1, none), createItem(3), createItem(2, none)]
  for (const sort of ['discrimination-asc', 'discrimination-desc'] as const)
    expect(numbers(sortItems(items, sort))).toEqual([3, 1, 2, 4])
})

it('keeps every question in every sort, and earlier papers after equal ones', () => {
  const itemArbitrary = fc.record({
    number: fc.integer({ min: 1, max: 5 }),
    isEarlier: fc.boolean(),
    correct: fc.nat(3),
    unanswered: fc.nat(2),
    discrimination: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
    verdict: fc.constantFrom<Verdict>('good', 'too-few', 'poor', 'all-wrong'),
  })
  fc.assert(
    fc.property(fc.array(itemArbitrary), fc.constantFrom(...itemSorts), (drawn, sort) => {
      const items = drawn.map((item) => createItem(item.number, { ...item, attempts: 3 }))
      const sorted = sortItems(items, sort)
      expect(new Set(sorted)).toEqual(new Set(items))
      expect(sortItems(sorted, sort)).toEqual(sorted)
    }),
  )
})

const option = (chosen: number, isKey = false) => ({ chosen, isKey })

it.each([
  { title: 'the most chosen wrong one', options: [option(9, true), option(2), option(5)], is: 2 },
  { title: 'the first of equals', options: [option(4), option(9, true), option(4)], is: 0 },
  { title: 'none that nobody chose', options: [option(0), option(9, true)], is: null },
  { title: 'none where all are right', options: [option(3, true), option(9, true)], is: null },
])('names $title', ({ options, is }) => {
  expect(findTopDistractor(options)).toBe(is)
})

it('adds up the answers of all questions', () => {
  const items = [
    createItem(1, { verdict: 'poor', unanswered: 2 }),
    createItem(2, { attempts: 10, correct: 4 }),
    createItem(3, { attempts: 0, correct: 0 }),
  ]
  expect(sumItems(items)).toEqual({ answers: 50, right: 24, flagged: 1, leftOut: 1 })
})
