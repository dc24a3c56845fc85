import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getSessionEnd, isSessionOver } from './session.ts'

const minute = 60_000
const hour = 60 * minute

describe.each([
  { role: 'admin', idleMs: 30 * minute, maxAgeMs: 12 * hour },
  { role: 'student', idleMs: 12 * hour, maxAgeMs: 7 * 24 * hour },
] as const)('a session of $role', ({ role, idleMs, maxAgeMs }) => {
  it('ends when it was not used for a while', () => {
    const session = { role, createdAt: 0, seenAt: 5 }
    expect(isSessionOver(session, 5 + idleMs)).toBe(false)
    expect(isSessionOver(session, 6 + idleMs)).toBe(true)
    expect(getSessionEnd(session)).toEqual({ at: 5 + idleMs, reason: 'idle' })
  })

  it('ends at its age however much it is used', () => {
    const session = { role, createdAt: 0, seenAt: maxAgeMs - 1 }
    expect(isSessionOver(session, maxAgeMs)).toBe(false)
    expect(isSessionOver(session, maxAgeMs + 1)).toBe(true)
    expect(getSessionEnd(session)).toEqual({ at: maxAgeMs, reason: 'age' })
  })

  it('never ends later for being used less', () => {
    const times = fc.record({ seen: fc.nat(maxAgeMs), later: fc.nat(maxAgeMs) })
    fc.assert(
      fc.property(times, ({ seen, later }) => {
        const end = getSessionEnd({ role, createdAt: 0, seenAt: seen })
        const laterEnd = getSessionEnd({ role, createdAt: 0, seenAt: seen + later })
        expect(laterEnd.at).toBeGreaterThanOrEqual(end.at)
        expect(end.at).toBeLessThanOrEqual(maxAgeMs)
      }),
    )
  })
})
