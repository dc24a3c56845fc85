import { expect, it } from 'vitest'
import type { EndedSession, OwnSession } from '#contract/sessions.ts'
import { describeEnd, describeSession } from './sessions-card.tsx'

const now = Date.UTC(2026, 10, 21, 4, 30)
const session: OwnSession = {
  _id: 's1',
  device: 'Chrome on Windows',
  deviceKind: 'computer',
  address: '192.0.2.7',
  method: 'recovery-code',
  beganAt: '2026-11-20T18:18:00.000Z',
  isNewPlace: false,
  usedAt: '2026-11-21T03:32:00.000Z',
  isThis: false,
}
const normalizeSpaces = (text: string) => text.replace(/\u202f|\u00a0/g, ' ')

it('says where and how a session began, and when it was used', () => {
  expect(normalizeSpaces(describeSession(session, now))).toBe(
    '192.0.2.7. Began 20 Nov 2026, 11:48 pm with password and recovery code, used 9:02 am',
  )
  expect(describeSession({ ...session, isThis: true, address: '' }, now)).toMatch(
    /^Unknown network\. .* used now$/,
  )
})

it('says from when to when a session lasted, and what ended it', () => {
  const ended: EndedSession = {
    ...session,
    endedAt: '2026-11-20T18:20:00.000Z',
    endReason: 'logout',
  }
  expect(normalizeSpaces(describeEnd(ended, now))).toBe(
    '20 Nov 2026, 11:48 pm to 11:50 pm, by Logout',
  )
  const idleEnd = { ...ended, endedAt: '2026-11-21T03:32:00.000Z', endReason: 'idle' } as const
  expect(normalizeSpaces(describeEnd(idleEnd, now))).toBe(
    '20 Nov 2026, 11:48 pm to 9:02 am, after a time without use',
  )
})
