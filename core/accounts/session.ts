const minute = 60_000
const hour = 60 * minute

type SessionTimes = {
  readonly role: 'admin' | 'student'
  readonly createdAt: number
  /** When it was last used. */
  readonly seenAt: number
}

/** A session ends after `idleMs` without use, and at the latest `maxAgeMs` after its login. */
export const sessionLimits = {
  student: { idleMs: 12 * hour, maxAgeMs: 7 * 24 * hour },
  admin: { idleMs: 30 * minute, maxAgeMs: 12 * hour },
} as const

/** How soon after its login a browser must have sent the cookie back; ours does so at once. */
export const cookieDueMs = minute

/** How long ended sessions are kept and listed. */
export const endedSessionMs = 30 * 24 * hour

/** When and why a session expires if it is not used again. */
export function getSessionEnd({ role, createdAt, seenAt }: SessionTimes) {
  const { idleMs, maxAgeMs } = sessionLimits[role]
  const idleEnd = seenAt + idleMs
  const maxAgeEnd = createdAt + maxAgeMs
  return idleEnd <= maxAgeEnd
    ? ({ at: idleEnd, reason: 'idle' } as const)
    : ({ at: maxAgeEnd, reason: 'age' } as const)
}

export function isSessionOver(session: SessionTimes, now: number): boolean {
  return now > getSessionEnd(session).at
}

/** How somebody logged in; the last three come on top of the password. */
export const loginMethods = [
  'password',
  'one-time-password',
  'totp',
  'passkey',
  'recovery-code',
] as const
export type LoginMethod = (typeof loginMethods)[number]

export const endReasons = [
  'logout',
  'idle',
  'age',
  /** Ended from the list of sessions. */
  'ended',
  /** Another login in the same browser took its place. */
  'replaced',
  'password-changed',
  /** The browser did not keep its cookie. */
  'no-cookie',
  /** By `npm run admin`, or by an owner. */
  'reset',
] as const
export type EndReason = (typeof endReasons)[number]
