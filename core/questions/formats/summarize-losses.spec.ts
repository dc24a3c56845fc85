import { expect, it } from 'vitest'
import type { ImportEntry } from './import-entry.ts'
import { groupErrors, listNumbers, summarizeLosses } from './summarize-losses.ts'

const entry = (...losses: string[]): ImportEntry => ({
  line: 1,
  question: null,
  excerpt: '',
  errors: [],
  losses,
})

it('lists each cause once, the most frequent first', () => {
  expect(summarizeLosses([entry('tags'), entry(), entry('feedback', 'tags')])).toEqual([
    { cause: 'tags', questionNumbers: [1, 3] },
    { cause: 'feedback', questionNumbers: [3] },
  ])
})

it('lists a cause of many questions first, wherever it began', () => {
  const entries = [entry('tags'), entry('notes'), entry('notes')]
  expect(summarizeLosses(entries).map(({ cause }) => cause)).toEqual(['notes', 'tags'])
})

it('lists each error of a file once, with its lines', () => {
  const message = 'Categories are not kept'
  const errors = [
    { line: 4, message },
    { line: null, message: 'Broken' },
    { line: 9, message },
  ]
  expect(groupErrors(errors)).toEqual([
    { message, lines: [4, 9] },
    { message: 'Broken', lines: [] },
  ])
})

it('lists at most thirty lines', () => {
  expect(listNumbers([1, 2])).toBe('1, 2')
  expect(listNumbers(Array(30).fill(7))).not.toContain('more')
  expect(listNumbers(Array(31).fill(7))).toMatch(/7 and 1 more$/)
  const many = Array.from({ length: 160 }, (_, index) => index + 1)
  expect(listNumbers(many)).toMatch(/^1, 2, .*, 30 and 130 more$/)
})
