import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { OverloadedError } from '../overloaded-error.ts'
import { countHashesAtOnce, createPasswords } from './passwords.ts'

const cheapParameters = { memoryKiB: 64, passes: 1 }
const login = { priority: 'login' } as const

it('hashes a password as Argon2id at OWASP’s minimum, in the standard format', async () => {
  const hash = await createPasswords().hash('a long enough one')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
})

it('matches the password, and no other', async () => {
  const passwords = createPasswords(cheapParameters)
  const hash = await passwords.hash('correct horse')
  expect(await passwords.matches('correct horse', hash, login)).toBe(true)
  expect(await passwords.matches('Correct horse', hash, login)).toBe(false)
  expect(await passwords.matches('', hash, login)).toBe(false)
})

it('matches a hash made by argon2’s own command line', async () => {
  const known =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await createPasswords(cheapParameters).matches('password', known, login)).toBe(true)
})

it('salts: the same password twice gives two hashes', async () => {
  const passwords = createPasswords(cheapParameters)
  expect(await passwords.hash('same')).not.toBe(await passwords.hash('same'))
})

it('matches an accent however the keyboard composed it', async () => {
  const passwords = createPasswords(cheapParameters)
  const hash = await passwords.hash('caf\u00e9 au lait')
  expect(await passwords.matches('cafe\u0301 au lait', hash, login)).toBe(true)
})

it('never matches an account without a hash, and takes as long as with one', async () => {
  const passwords = createPasswords(cheapParameters)
  expect(await passwords.matches('something', null, login)).toBe(false)
  // Argon2 refuses such a cost, so an error proves that it was asked.
  const impossible = createPasswords({ memoryKiB: 1, passes: 1 })
  const refusal = await impossible.hash('something').catch((error) => error.message)
  expect(refusal).toMatch(/memory/)
  await expect(impossible.matches('something', null, login)).rejects.toThrow(refusal)
})

it('hashes on all cores but one, and leaves a thread for files', () => {
  expect([1, 2, 4, 8, 64].map((cores) => countHashesAtOnce(cores, 4))).toEqual([1, 1, 3, 3, 3])
  expect([1, 2, 4, 8, 64].map((cores) => countHashesAtOnce(cores, cores))).toEqual([1, 1, 3, 7, 63])
})

it('lets 200 logins wait, and refuses the rest with a time to retry', async () => {
  const passwords = createPasswords({ ...cheapParameters, atOnce: 2, maxWaitMs: 4_975 })
  const all = await Promise.allSettled(
    Array.from({ length: 230 }, () => passwords.matches('x', null, login)),
  )
  const refused = all.filter((one) => one.status === 'rejected').map((one) => one.reason)
  expect(refused).toHaveLength(28)
  expect(refused[0]).toBeInstanceOf(OverloadedError)
  expect(refused[0].retryAfterSeconds).toBe(5)
  expect(await passwords.matches('x', null, login)).toBe(false)
})

it('does not block the event loop', async () => {
  const passwords = createPasswords()
  let isHashed = false
  const hashing = passwords.hash('slow on purpose').then(() => {
    isHashed = true
  })
  await setImmediate()
  expect(isHashed).toBe(false)
  await hashing
})

it('makes one-time passwords that can be read out on the phone', () => {
  const { generateOneTimePassword } = createPasswords(cheapParameters)
  const many = Array.from({ length: 500 }, generateOneTimePassword)
  expect(new Set(many).size).toBe(500)
  for (const one of many) expect(one).toMatch(/^([a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}$/)
})
