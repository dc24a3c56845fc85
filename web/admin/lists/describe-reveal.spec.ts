import { expect, it } from 'vitest'
import { replaceSpaces } from '#contract/date-parts.ts'
import type { KeyReveal } from '#contract/key-guard.ts'
import { describeReveal } from './describe-reveal.ts'

/** 28 November 2026, 10:00 am in India. */
const now = Date.parse('2026-11-28T04:30:00.000Z')
const evening = {
  kind: 'batch',
  name: 'Evening B12',
  students: 24,
  opensAt: '2026-11-28T12:30:00.000Z',
  until: '2026-11-28T13:30:00.000Z',
} as const
const open = { ...evening, opensAt: '2026-11-28T03:30:00.000Z' }
const none = { name: null, opensAt: null, until: null }

const describePlain = (stillToSit: KeyReveal['stillToSit']) =>
  replaceSpaces(describeReveal({ stillToSit }, now), ' ')

it.each([
  [evening, 'Evening B12, 24 students, sits this test on 28 Nov, 6:00 pm'],
  [open, 'Evening B12, 24 students, may start this test until 28 Nov, 7:00 pm'],
  [{ ...evening, students: 1 }, 'Evening B12, 1 student, sits this test on 28 Nov, 6:00 pm'],
  [
    { ...evening, kind: 'students', name: null, students: 2 } as const,
    '2 named students sit this test on 28 Nov, 6:00 pm',
  ],
  [
    { ...evening, kind: 'students', name: null, students: 1 } as const,
    '1 named student sits this test on 28 Nov, 6:00 pm',
  ],
  [
    { ...open, kind: 'everyone', name: null, until: null } as const,
    'Everyone else, 24 students, may start this test from now on',
  ],
  [
    { ...none, kind: 'running', students: 1, until: '2026-11-28T05:00:00.000Z' } as const,
    '1 student is taking this test now until 28 Nov, 10:30 am',
  ],
  [{ ...none, kind: 'again', students: 2 } as const, '2 students may take this test once more'],
])('describes %j: %s', (group, words) => {
  expect(describePlain([group])).toBe(`${words}: the answers would be known.`)
})

it('names several groups in one sentence', () => {
  const again = { ...none, kind: 'again', students: 1 } as const
  expect(describePlain([evening, again])).toBe(
    'Evening B12, 24 students, sits this test on 28 Nov, 6:00 pm; 1 student may take this test once more: the answers would be known.',
  )
})
