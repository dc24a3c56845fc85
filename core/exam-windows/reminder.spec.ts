import fc from 'fast-check'
import { expect, it } from 'vitest'
import { earliestReminderMs, isReminderDue } from './reminder.ts'

const hour = 3_600_000
const india = (at: number) => at + 5.5 * hour
/** 24 November, 10:00 at the institute. */
const opensAt = Date.UTC(2026, 10, 24, 4, 30)
const evening = Date.UTC(2026, 10, 23, 12, 30)
const notifiedBefore = { opensAt, notifiedAt: Date.UTC(2026, 10, 22, 18, 29), remindedOf: null }

it.each([
  ['comes at 18:00 the day before', notifiedBefore, evening, true],
  ['does not come earlier', notifiedBefore, evening - 1, false],
  ['comes late rather than never', notifiedBefore, opensAt - 1, true],
  ['does not come after the opening', notifiedBefore, opensAt, false],
  ['comes once', { ...notifiedBefore, remindedOf: opensAt }, evening, false],
  [
    'comes again for another opening',
    { ...notifiedBefore, remindedOf: opensAt - 1 },
    evening,
    true,
  ],
  [
    'is needless after an email of that day',
    { ...notifiedBefore, notifiedAt: Date.UTC(2026, 10, 22, 18, 30) },
    evening,
    false,
  ],
])('%s', (_, reminder, now, isDue) => {
  expect(isReminderDue(reminder, india, now)).toBe(isDue)
})

it('a reminder is never due earlier than the search for it looks', () => {
  const zones = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters * 0.25 * hour)
  const openings = fc.integer({ min: 0, max: 4e12 })
  const property = fc.property(zones, openings, (offset, opens) => {
    const reminder = { opensAt: opens, notifiedAt: 0, remindedOf: null }
    return !isReminderDue(reminder, (at) => at + offset, opens - earliestReminderMs)
  })
  fc.assert(property)
})
