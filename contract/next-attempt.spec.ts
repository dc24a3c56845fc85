import { expect, it } from 'vitest'
import type { NextAttempt } from '#core/attempts/next-attempt.ts'
import { describeNextAttempt, describeWhenToAsk } from './next-attempt.ts'

const evening = Date.UTC(2026, 10, 28, 12, 30)
const midnight = Date.UTC(2026, 10, 28, 18, 30)

it.each<[NextAttempt | null, string]>([
  [null, 'You have no attempt left at this test.'],
  [{ left: 1, state: 'open', startUntil: null }, 'You have 1 attempt left at this test.'],
  [{ left: null, state: 'open', startUntil: null }, 'You may take this test as often as you like.'],
  [
    { left: 1, state: 'open', startUntil: evening },
    'You have 1 attempt left at this test. Start it by 28 Nov 2026, 6:00 pm.',
  ],
  [
    { left: 2, state: 'open', startUntil: midnight },
    'You have 2 attempts left at this test. Start the next one by 28 Nov 2026, 11:59 pm.',
  ],
  [
    { left: 2, state: 'coming', opensAt: evening },
    'You have 2 attempts left at this test. It opens on 28 Nov 2026, 6:00 pm.',
  ],
  [
    { left: 2, state: 'closed' },
    'You have 2 attempts left at this test, but it is closed: no attempt can be started now.',
  ],
  [{ left: null, state: 'closed' }, 'This test is closed: no attempt can be started now.'],
])('describes what a student may still do, %j: %s', (next, words) => {
  expect(describeNextAttempt(next)).toBe(words)
})

it('names another attempt as a reason to ask only to those who cannot start one', () => {
  const another = /^For another attempt/
  expect(describeWhenToAsk(null)).toMatch(another)
  expect(describeWhenToAsk({ left: 1, state: 'closed' })).toMatch(another)
  expect(describeWhenToAsk({ left: 1, state: 'open', startUntil: null })).not.toMatch(another)
  expect(describeWhenToAsk({ left: 1, state: 'coming', opensAt: 0 })).not.toMatch(another)
})
