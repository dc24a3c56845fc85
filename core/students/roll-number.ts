import { buildSearchKey, toVisibleLine } from '../text.ts'

/** In characters. */
export const maxRollNumberLength = 30

/** The number by which an institute knows a student, as it is stored; null for none. */
export function normalizeRollNumber(text: string): string | null {
  return toVisibleLine(text) || null
}

/** Two roll numbers with one key are one: capitals and spaces at the ends count for nothing. */
export function buildRollNumberKey(rollNumber: string): string {
  return buildSearchKey(toVisibleLine(rollNumber))
}

/** The empty text is none, which is right. */
export function validateRollNumber(text: string): string | null {
  const rollNumber = normalizeRollNumber(text)
  if (rollNumber === null) return null
  if (rollNumber.length > maxRollNumberLength)
    return `Use ${maxRollNumberLength} characters or fewer`
  return /[\p{L}\p{N}]/u.test(rollNumber) ? null : 'Use a letter or a digit'
}
