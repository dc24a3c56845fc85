import type { RandomNumber } from '#core/random.ts'

/** Stands in a prepared call until it is sent. */
export const emailPlaceholder = `${'0'.repeat(12)}@example.com`

/** A copy of the call with an address that nobody has used. */
export function withUniqueEmail(call: Buffer, random: RandomNumber): Buffer {
  const copy = Buffer.from(call)
  const digits = String(Math.floor(random() * 1e12)).padStart(12, '0')
  copy.write(digits, call.indexOf(emailPlaceholder))
  return copy
}
