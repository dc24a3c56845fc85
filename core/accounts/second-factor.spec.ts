import { expect, it } from 'vitest'
import {
  getSetUpDueAt,
  isRecentLogin,
  isSetUpOverdue,
  normalizeRecoveryCode,
} from './second-factor.ts'

const day = 24 * 60 * 60_000
const requiredStaff = { requirement: 'require', hasSecondFactor: false, askedAt: 1_000 } as const

it('staff have seven days from the first login to set up a second factor', () => {
  expect(getSetUpDueAt(requiredStaff)).toBe(1_000 + 7 * day)
  expect(isSetUpOverdue(requiredStaff, 1_000 + 7 * day - 1)).toBe(false)
  expect(isSetUpOverdue(requiredStaff, 1_000 + 7 * day)).toBe(true)
})

it.each([
  { ...requiredStaff, requirement: 'offer' },
  { ...requiredStaff, requirement: 'off' },
  { ...requiredStaff, hasSecondFactor: true },
  { ...requiredStaff, askedAt: null },
] as const)('no second factor is overdue for %j', (staff) => {
  expect(isSetUpOverdue(staff, 1_000 * day)).toBe(false)
})

it('a login is recent for 15 minutes', () => {
  expect(isRecentLogin(0, 15 * 60_000)).toBe(true)
  expect(isRecentLogin(0, 15 * 60_000 + 1)).toBe(false)
})

it.each(['k7mq-2xdv', ' K7MQ 2XDV ', 'k7mq2xdv', 'k7mq–2xdv'])('the code %j is read', (typed) => {
  expect(normalizeRecoveryCode(typed)).toBe('k7mq-2xdv')
})

it.each(['', 'k7mq', 'k7mq-2xdv-9tqh'])('%j is no recovery code', (typed) => {
  expect(normalizeRecoveryCode(typed)).not.toMatch(/^\w{4}-\w{4}$/)
})

it.each([
  { minutes: 0, isRecent: true },
  { minutes: 15, isRecent: true },
  { minutes: 15.01, isRecent: false },
])('a login of $minutes minutes ago is recent: $isRecent', ({ minutes, isRecent }) => {
  expect(isRecentLogin(90 * day, 90 * day + minutes * 60_000)).toBe(isRecent)
})

it.each([
  ['ABCD efgh', 'abcd-efgh'],
  ['abcd-efgh', 'abcd-efgh'],
  ['abcdefg', 'abcdefg'],
  ['abcdefghi', 'abcdefghi'],
])('the recovery code %j is read as %j', (typed, code) => {
  expect(normalizeRecoveryCode(typed)).toBe(code)
})
