import { expect, it } from 'vitest'
import { isForgotten } from './sweep.ts'

const endsAt = Date.UTC(2026, 10, 21, 12)
const hour = 60 * 60 * 1000

it('keeps answers that wait for 24 h after the end of their attempt, and no longer', () => {
  expect(isForgotten({ endsAt }, endsAt - hour)).toBe(false)
  expect(isForgotten({ endsAt }, endsAt + 24 * hour)).toBe(false)
  expect(isForgotten({ endsAt }, endsAt + 24 * hour + 1)).toBe(true)
})
