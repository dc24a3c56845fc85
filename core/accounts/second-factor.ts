const minute = 60_000
const day = 24 * 60 * minute

/** How long a login waits for its second step. */
export const pendingLoginMs = 5 * minute
/** Wrong codes allowed in one second step before the password is asked for again. */
export const maxCodeAttempts = 5
/** A required second factor may be put off for this long after the first login. */
export const setUpGraceMs = 7 * day
/** How long a re-authentication is valid. */
export const recentLoginMs = 15 * minute
export const recoveryCodeCount = 10
export const maxPasskeys = 20

/** `off` in the demo, whose passwords are public. */
export type SecondFactorRequirement = 'offer' | 'require' | 'off'

type StaffSecondFactor = {
  readonly requirement: SecondFactorRequirement
  readonly hasSecondFactor: boolean
  /** The first login since a second factor became required; null before it. */
  readonly askedAt: number | null
}

/** By when a second factor must be set up; null if none is required. */
export function getSetUpDueAt({
  requirement,
  hasSecondFactor,
  askedAt,
}: StaffSecondFactor): number | null {
  return requirement === 'require' && !hasSecondFactor && askedAt !== null
    ? askedAt + setUpGraceMs
    : null
}

export function isSetUpOverdue(staff: StaffSecondFactor, now: number): boolean {
  const dueAt = getSetUpDueAt(staff)
  return dueAt !== null && now >= dueAt
}

export function isRecentLogin(authenticatedAt: number, now: number): boolean {
  return now - authenticatedAt <= recentLoginMs
}

/** The code as it was generated, without spaces and dashes that were typed. */
export function normalizeRecoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters
}
