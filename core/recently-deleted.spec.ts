import { expect, it } from 'vitest'
import { erasedAt, isRestorable, oldestRestorable } from './recently-deleted.ts'

const deletedAt = 1_000
const day = 24 * 60 * 60 * 1000

it('restores for 30 days, and not a moment longer', () => {
  expect(erasedAt(deletedAt)).toBe(deletedAt + 30 * day)
  expect(isRestorable(deletedAt, deletedAt + 30 * day - 1)).toBe(true)
  expect(isRestorable(deletedAt, deletedAt + 30 * day)).toBe(false)
})

it('says the same from the other side', () => {
  const now = deletedAt + 30 * day
  expect(deletedAt > oldestRestorable(now - 1)).toBe(true)
  expect(deletedAt > oldestRestorable(now)).toBe(false)
})
