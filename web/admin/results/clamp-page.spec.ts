import { expect, it } from 'vitest'
import { clampPage } from './clamp-page.ts'

it.each([
  { requested: 1, page: 1, from: 0 },
  { requested: 2, page: 2, from: 5 },
  { requested: 9, page: 2, from: 5 },
  { requested: Number.NaN, page: 1, from: 0 },
])('answers page $requested of seven tests with page $page', ({ requested, page, from }) => {
  expect(clampPage(7, requested)).toEqual({ page, pages: 2, from })
})

it('has one page when there is nothing', () => {
  expect(clampPage(0, 3)).toEqual({ page: 1, pages: 1, from: 0 })
})
