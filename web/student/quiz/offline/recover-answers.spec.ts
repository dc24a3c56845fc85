import { expect, it } from 'vitest'
import { isExpired } from './recover-answers.ts'

const endsAt = Date.UTC(2026, 10, 21, 12)
const hour = 60 * 60 * 1000

it('keeps pending answers for 24 h after the end of their attempt, and no longer', () => {
  expect(isExpired({ endsAt }, endsAt - hour)).toBe(false)
  expect(isExpired({ endsAt }, endsAt + 24 * hour)).toBe(false)
  expect(isExpired({ endsAt }, endsAt + 24 * hour + 1)).toBe(true)
})
