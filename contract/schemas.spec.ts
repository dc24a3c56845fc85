import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { emailError } from '#core/accounts/email.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { Email, VisibleLine } from './schemas.ts'

/** Registration judges its fields by core/registration.ts, so that legacy clients get one answer. */
const emailFields = Object.values(endpoints).flatMap((endpoint: Endpoint) => {
  if (!(endpoint.body instanceof z.ZodObject) || endpoint === endpoints.register) return []
  const shape = endpoint.body.shape as Record<string, z.ZodType>
  return ['email', 'to'].flatMap((field) => {
    const schema = shape[field]
    return schema ? [{ path: endpoint.path, field, schema }] : []
  })
})

it('addresses are taken in several places', () => {
  expect(emailFields.length).toBeGreaterThan(4)
})

it.each(emailFields)('$path takes no $field that is not what it looks like', ({ schema }) => {
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
  it('is the pattern of core', () => {
    const { pattern } = z.toJSONSchema(Email, { io: 'input', unrepresentable: 'any' })
    expect(new RegExp(`${pattern}`, 'u').test('priya@example.com')).toBe(true)
    expect(new RegExp(`${pattern}`, 'u').test('priya\u200b@example.com')).toBe(false)
  })
})

it('a name is taken as it is seen', () => {
  const Name = VisibleLine('Enter the name').max(10)
  expect(Name.parse(' Pri\u200bya\n Rao ')).toBe('Priya Rao')
  expect(Name.safeParse('\u200b').error?.issues[0]?.message).toBe('Enter the name')
})
