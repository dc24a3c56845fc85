import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasOneTimePasswordFormat,
  isOneTimePasswordValid,
  normalizeOneTimePassword,
  oneTimePasswordLifetimeMs,
  validatePassword,
} from './password.ts'

const isCommon = (password: string) => password.toLowerCase() === 'iloveyou'
const validate = (password: string, old?: string) =>
  validatePassword(password, { isCommon, ...(old !== undefined && { old }) })

describe('a password', () => {
  it.each([
    { is: 'eight small letters', password: 'hgtrvmqx' },
    { is: 'four words', password: 'correct horse battery staple' },
    { is: 'Devanagari', password: 'गणितअच्छाहै' },
    { is: 'emoji', password: '🦊🐼🦉🐙🦊🐼🦉🐙' },
    { is: '200 characters', password: 'ab'.repeat(100) },
    { is: 'spaces around a word', password: '  mango  ' },
  ])('may be $is: there are no rules of composition', ({ password }) => {
    expect(validate(password)).toBeUndefined()
  })

  it.each(['', 'a', 'hgtrvmq', '🦊🐼🦉🐙'])('is not shorter than 8 characters (%j)', (password) => {
    expect(validate(password)).toBe('Use 8 characters or more')
  })

  it('is not longer than 200 characters, so that hashing it stays cheap', () => {
    expect(validate(`${'ab'.repeat(100)}c`)).toBe('Use 200 characters or fewer')
  })

  it('is not one of the most common', () => {
    expect(validate('ILoveYou')).toMatch('too common')
  })

  it('is not made of the owner’s details', () => {
    const personal = { name: 'Priya Nair' }
    expect(validatePassword('priya2004', { isCommon, personal })).toMatch('your name')
  })

  it.each(['aaaaaaaa', '77777777777', '🦊🦊🦊🦊🦊🦊🦊🦊'])(
    'is not one repeated character: %s',
    (password) => {
      expect(validate(password)).toMatch('too common')
    },
  )

  it.each(['kT7m-Qw4x-Zp9r', 'aaaa-bbbb-cccc'])(
    'does not look like a one-time one: %s',
    (password) => {
      expect(hasOneTimePasswordFormat(password)).toBe(true)
      expect(validate(password)).toMatch('looks like a one-time password')
    },
  )

  it.each(['kT7m-Qw4x', 'kT7m-Qw4x-Zp9r-', 'kT7mQw4xZp9r', 'three-word-set'])(
    'may otherwise have dashes: %s',
    (password) => {
      expect(hasOneTimePasswordFormat(password)).toBe(false)
      expect(validate(password)).toBeUndefined()
    },
  )

  it('differs from the old one', () => {
    expect(validate('hgtrvmqx', 'hgtrvmqx')).toMatch('differs from the old one')
    expect(validate('hgtrvmqx', 'hgtrvmqX')).toBeUndefined()
  })

  it.each(['kt7m-qw4x-zp9r', 'kt7m qw4x zp9r', 'Password: KT7MQW4XZP9R'])(
    'is not the one-time one that it replaces, typed as %j',
    (old) => {
      const context = { isCommon, old, isOldOneTime: true }
      expect(validatePassword('KT7MQW4XZP9R', context)).toMatch('differs from the old one')
      expect(validatePassword('kt7mqw4xzp9s', context)).toBeUndefined()
    },
  )
})

it.each([
  'kt7m-qw4x-zp9r',
  'KT7M-QW4X-ZP9R',
  ' kt7m qw4x zp9r ',
  'kt7mqw4xzp9r',
  'Kt7m–qw4x—zp9r',
  'ｋｔ７ｍ－ｑｗ４ｘ－ｚｐ９ｒ',
  'kt7m.qw4x.zp9r',
  '“kt7m-qw4x-zp9r”,',
  '\u200bkt7m\u00ad-qw4x-zp9r\ufeff',
  'Password: kt7m-qw4x-zp9r',
  'PASSWORD:kt7mqw4xzp9r',
  'One-time password: kt7m-qw4x-zp9r.',
  'One-time passwordkt7m-qw4x-zp9r',
])('a one-time password is the same typed as %j', (typed) => {
  expect(normalizeOneTimePassword(typed)).toBe('kt7mqw4xzp9r')
})

it.each([
  '',
  'kt7m-qw4x',
  'kt7m-qw4x-zp9r2',
  'kt7m-qw4x-zp90',
  'क kt7m-qw4x-zp9r',
  'kt7m-qw4x-zp9r Password:',
  'password',
])('what cannot be a one-time password is not compared as one: %j', (typed) => {
  expect(normalizeOneTimePassword(typed)).toBe(null)
})

const letters = fc.constantFrom(...'abcdefghjkmnpqrstuvwxyz23456789')
const signs = fc.string({
  unit: fc.constantFrom(...' \t-–.,:;"“”*_()<>\u00a0\u200b'),
  maxLength: 4,
})

it('a one-time password is the same with any signs before, between and after it', () => {
  const typed = fc.record({
    lead: fc.constantFrom('', 'Password:', 'password :', 'One-time password:'),
    parts: fc.array(fc.tuple(signs, letters), { minLength: 12, maxLength: 12 }),
    end: signs,
    isUpper: fc.boolean(),
  })
  fc.assert(
    fc.property(typed, ({ lead, parts, end, isUpper }) => {
      const text = lead + parts.flat().join('') + end
      expect(normalizeOneTimePassword(isUpper ? text.toUpperCase() : text)).toBe(
        parts.map(([, letter]) => letter).join(''),
      )
    }),
  )
})

it('a text with one letter or digit more or less is not compared as a one-time password', () => {
  const counts = fc.constantFrom(11, 13)
  const typed = counts.chain((length) =>
    fc.array(fc.tuple(signs, letters), { minLength: length, maxLength: length }),
  )
  fc.assert(
    fc.property(typed, (parts) => {
      expect(normalizeOneTimePassword(parts.flat().join(''))).toBe(null)
    }),
  )
})

it('a one-time password works for just under 72 hours', () => {
  const expiresAt = oneTimePasswordLifetimeMs
  expect(isOneTimePasswordValid(expiresAt, 0)).toBe(true)
  expect(isOneTimePasswordValid(expiresAt, 72 * 3_600_000 - 1)).toBe(true)
  expect(isOneTimePasswordValid(expiresAt, 72 * 3_600_000)).toBe(false)
})
