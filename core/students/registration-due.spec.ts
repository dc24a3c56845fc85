import { expect, it } from 'vitest'
import { isRegistrationDue, postponementMs } from './registration-due.ts'

const now = Date.parse('2026-11-26T09:00:00Z')
const postponed = now + postponementMs

it.each([
  ['is given', null, now, false],
  ['is due since the student was added', now - 1, now, true],
  ['is postponed', postponed, postponed - 1, false],
  ['was postponed until now', postponed, postponed, true],
])('a registration that %s', (_, dueAt, at, isDue) => {
  expect(isRegistrationDue({ dueAt, isTakingTest: false }, at)).toBe(isDue)
})

it('the form never blocks a running test', () => {
  expect(isRegistrationDue({ dueAt: now - 1, isTakingTest: true }, now)).toBe(false)
})
