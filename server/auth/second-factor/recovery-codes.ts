import { randomInt } from 'node:crypto'
import { normalizeRecoveryCode, recoveryCodeCount } from '#core/second-factor.ts'
import type { Deps } from '../../deps.ts'

// Without 0 o 1 l i, which look alike: 8 of 31 letters are 39 bits, and tries are counted.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

export function makeCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < recoveryCodeCount) codes.add(`${makeGroup()}-${makeGroup()}`)
  return [...codes]
}

export function hashRecoveryCode({ hmac }: Pick<Deps, 'hmac'>, accountId: string, code: string) {
  return hmac('recovery-code', `${accountId} ${normalizeRecoveryCode(code)}`)
}

function makeGroup(): string {
  return Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
}
