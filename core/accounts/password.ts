import { findPersonalDetailError, type PersonalDetails } from './personal-password.ts'

export const minPasswordLength = 8
export const maxPasswordLength = 200
/** How long an emailed one-time password is valid. */
export const oneTimePasswordLifetimeMs = 72 * 60 * 60 * 1000

/** A slip is handed out in class, days after it was printed. */
export const printedPasswordLifetimeMs = 14 * 24 * 60 * 60 * 1000

/** The format of one-time passwords, which no chosen password may have. */
export function hasOneTimePasswordFormat(password: string): boolean {
  return /^[a-zA-Z2-9]{4}(-[a-zA-Z2-9]{4}){2}$/.test(password)
}

type PasswordContext = {
  /** Found in the server's list of common passwords. */
  readonly isCommon: (password: string) => boolean
  readonly old?: string
  /** The old one was a one-time password, however it was typed. */
  readonly isOldOneTime?: boolean
  readonly personal?: PersonalDetails
}

/** No composition rules: long enough, not common, not personal, and not the one it replaces. */
export function validatePassword(
  password: string,
  { isCommon, old, isOldOneTime = false, personal = {} }: PasswordContext,
): string | undefined {
  const length = [...password].length
  if (length < minPasswordLength) return `Use ${minPasswordLength} characters or more`
  if (length > maxPasswordLength) return `Use ${maxPasswordLength} characters or fewer`
  if (isCommon(password) || isOneCharacterRepeated(password)) {
    return 'This password is too common. Choose another one'
  }
  if (hasOneTimePasswordFormat(password))
    return 'This looks like a one-time password. Choose another one'
  if (old !== undefined && isSamePassword(password, old, isOldOneTime)) {
    return 'Choose a password that differs from the old one'
  }
  return findPersonalDetailError(password, personal)
}

function isOneCharacterRepeated(password: string): boolean {
  return /^(.)\1*$/u.test(password)
}

/** Compares a one-time password in its normalized form. */
function isSamePassword(password: string, old: string, isOldOneTime: boolean): boolean {
  if (password === old) return true
  return isOldOneTime && normalizeOneTimePassword(password) === normalizeOneTimePassword(old)
}

/**
 * The bare letters and digits of a one-time password, as it is compared: without case, without what
 * stands between or around them, and without a "Password:" that was copied along.
 * @returns null for a text that cannot be one
 */
export function normalizeOneTimePassword(text: string): string | null {
  const bare = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return /^(?:(?:onetime)?password)?([a-z2-9]{12})$/.exec(bare)?.[1] ?? null
}

export function isOneTimePasswordValid(expiresAt: number, now: number): boolean {
  return now < expiresAt
}
