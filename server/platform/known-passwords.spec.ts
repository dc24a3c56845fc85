import { randomBytes, randomInt } from 'node:crypto'
import { statSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { knownPasswordsFile, loadKnownPasswords } from './known-passwords.ts'

let isCommon: (password: string) => boolean
beforeAll(async () => {
  isCommon = await loadKnownPasswords()
})

it('the list of known passwords fits into 300 KB', () => {
  expect(statSync(knownPasswordsFile).size).toBeLessThanOrEqual(300_000)
})

it.each([
  'password',
  'PassWord123',
  '12345678',
  'qwertyuiop',
  'ILoveYou',
  'p@ssw0rd',
  'jaihind1',
  'india@123',
  'sunshine1',
  'liverpool1',
  'trustno1',
  'marvin123',
])('the list has a common password: %s', (password) => {
  expect(isCommon(password)).toBe(true)
})

describe('the list refuses few honest passwords:', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  const letter = () => letters[randomInt(letters.length)] ?? ''

  it.each([
    { kind: 'random letters', make: () => Array.from({ length: 12 }, letter).join('') },
    { kind: 'what a manager makes', make: () => randomBytes(12).toString('base64') },
  ])('$kind, at most one in 1,000', ({ make }) => {
    const tries = 40_000
    const refused = Array.from({ length: tries }, make).filter(isCommon).length
    expect(refused / tries).toBeLessThan(1 / 1_000)
  })

  it('no sentence of more than 20 characters', () => {
    for (let n = 0; n < 20_000; n += 1) expect(isCommon(`a sentence of ours ${n}`)).toBe(false)
  })
})
