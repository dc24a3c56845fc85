import { randomBytes } from 'node:crypto'

/**
 * By these marks a rehearsal's students and test are found again, whatever became of the run. Nobody
 * else is erased: the addresses cannot exist (core/accounts/email.ts).
 */
const titlePattern = /^Rehearsal [0-9a-f]{8}: made-up students, erased afterwards$/
const addressPattern = /^student-\d+@[0-9a-f]{8}\.rehearsal\.invalid$/

/** Search words that find the rehearsal's tests, and its students. */
export const titleSearch = 'Rehearsal made-up students, erased afterwards'
export const addressSearch = '.rehearsal.invalid'

export function createCode(): string {
  return randomBytes(4).toString('hex')
}

export function toTitle(code: string): string {
  return `Rehearsal ${code}: made-up students, erased afterwards`
}

export function toAddress(code: string, number: number): string {
  return `student-${number}@${code}.rehearsal.invalid`
}

export function isRehearsalTitle(title: string): boolean {
  return titlePattern.test(title)
}

export function isRehearsalAddress(email: string): boolean {
  return addressPattern.test(email)
}
