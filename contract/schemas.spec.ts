import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { emailError } from '#core/accounts/email.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { Email, InDigits, VisibleLine } from './schemas.ts'

/** Registration judges its fields by core/registration.ts, so that legacy clients get one answer. */
const emailFields = Object.values(endpoints).flatMap((endpoint: Endpoint) => {
  if (!(endpoint.body instanceof z.ZodObject) || endpoint === endpoints.register) return []
  const shape = endpoint.body.shape as Record<string, z.ZodType>
  return ['email', 'to'].flatMap((field) => {
    const schema = shape[field]
    return schema ? [{ path: endpoint.path, field, schema }] : []
  })
})

it('several endpoints take an email address', () => {
  expect(emailFields.length).toBeGreaterThan(4)
})

it.each(emailFields)('$path accepts no $field with invisible or look-alike signs', ({ schema }) => {
  for (const email of [
    'priya\u200b@example.com',
    'ｐriya@example.com',
    'pri\u00adya@example.com',
  ]) {
    expect(schema.safeParse(email).error?.issues[0]?.message).toBe(emailError)
  }
  expect(schema.parse(' Priya@Example.com ')).toBe('priya@example.com')
})

describe('the error messages for an email address', () => {
  it('come with the pattern of core', () => {
    const { pattern } = z.toJSONSchema(Email, { io: 'input', unrepresentable: 'any' })
    expect(new RegExp(`${pattern}`, 'u').test('priya@example.com')).toBe(true)
    expect(new RegExp(`${pattern}`, 'u').test('priya\u200b@example.com')).toBe(false)
  })
})

it('a name is stored as it looks', () => {
  const Name = VisibleLine('Enter the name').max(10)
  expect(Name.parse(' Pri\u200bya\n Rao ')).toBe('Priya Rao')
  expect(Name.safeParse('\u200b').error?.issues[0]?.message).toBe('Enter the name')
})

describe('a number in a URL, a form or a setting', () => {
  const InQuery = InDigits(z.number().int().min(0))

  it.each(['5', '0', '007', 5])('may be %j', (value) => {
    expect(InQuery.parse(value)).toBe(Number(value))
  })

  it.each([
    '0x10',
    '1e3',
    ' 5',
    '5 ',
    '',
    '+5',
    '5.',
    '.5',
    'Infinity',
    '٥',
    '9'.repeat(16),
    true,
    null,
  ])('must not be %j', (value) => {
    expect(InQuery.safeParse(value).success).toBe(false)
  })
})
