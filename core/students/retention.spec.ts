import { expect, it } from 'vitest'
import {
  getErasedAt,
  getRestorableCutoff,
  getRetentionCutoff,
  isRestorable,
  restorableForMs,
  retention,
} from './retention.ts'
import { describeDuration, describeTerm } from './retention-terms.ts'

const day = 24 * 60 * 60 * 1000
const deletedAt = 1_000

it('erases deleted rows on the very day that the lists promise', () => {
  expect(retention['deleted-student'].keptMs).toBe(restorableForMs)
  expect(retention['deleted-exam'].keptMs).toBe(restorableForMs)
})

it('counts backwards from now', () => {
  expect(getRetentionCutoff('identity-pictures-checked', 100 * day)).toBe(70 * day)
})

it.each([
  [72 * 60 * 60 * 1000, '72 hours'],
  [30 * day, '30 days'],
  [365 * day, '1 year'],
  [730 * day, '2 years'],
])('shows %i ms as %s', (ms, words) => {
  expect(describeDuration(ms)).toBe(words)
})

it('describes a retention period in one line, with or without a fixed end', () => {
  expect(describeTerm(retention.email)).toBe('1 year after it was written')
  expect(describeTerm(retention['student-record'])).toMatch(/^Until you ask/)
})

it('restores for 30 days, and not a moment longer', () => {
  expect(getErasedAt(deletedAt)).toBe(deletedAt + 30 * day)
  expect(isRestorable(deletedAt, deletedAt + 30 * day - 1)).toBe(true)
  expect(isRestorable(deletedAt, deletedAt + 30 * day)).toBe(false)
})

it('the cutoff for restoring agrees with the 30 days', () => {
  const now = deletedAt + 30 * day
  expect(deletedAt > getRestorableCutoff(now - 1)).toBe(true)
  expect(deletedAt > getRestorableCutoff(now)).toBe(false)
})
