import { expect, it } from 'vitest'
import { getErasedAt, getRestorableCutoff, isRestorable } from './recently-deleted.ts'

const deletedAt = 1_000
const day = 24 * 60 * 60 * 1000

it('restores for 30 days, and not a moment longer', () => {
  expect(getErasedAt(deletedAt)).toBe(deletedAt + 30 * day)
  expect(isRestorable(deletedAt, deletedAt + 30 * day - 1)).toBe(true)
  expect(isRestorable(deletedAt, deletedAt + 30 * day)).toBe(false)
})

it('says the same from the other side', () => {
  const now = deletedAt + 30 * day
  expect(deletedAt > getRestorableCutoff(now - 1)).toBe(true)
  expect(deletedAt > getRestorableCutoff(now)).toBe(false)
})
