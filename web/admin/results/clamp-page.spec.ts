import { expect, it } from 'vitest'
import { clampPage } from './clamp-page.ts'

it.each([
  { asked: 1, page: 1, from: 0 },
  { asked: 2, page: 2, from: 5 },
  { asked: 9, page: 2, from: 5 },
  { asked: Number.NaN, page: 1, from: 0 },
])('answers page $asked of seven tests with page $page', ({ asked, page, from }) => {
  expect(clampPage(7, asked)).toEqual({ page, pages: 2, from })
})

it('has one page when there is nothing', () => {
  expect(clampPage(0, 3)).toEqual({ page: 1, pages: 1, from: 0 })
})
