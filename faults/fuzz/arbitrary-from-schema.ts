import fc from 'fast-check'
import { z } from 'zod'

type JsonSchema = {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** Existing ids, by their parameter's name in the contract. */
export type KnownIds = Readonly<Record<string, string>>

/** Text that passes some rule, so that a call gets past the first check. */
const plausible = fc.constantFrom(
  'Priya Nair',
  'priya@example.com',
  '+91 98200 00001',
  '21-11-2004',
  '2026-11-21',
  '2026-11-21T04:30:00.000Z',
  'a long student password',
  'full stack',
  'student',
  'right 1',
  '30',
  'true',
)

/**
 * Values that fit the schema, as far as JSON Schema can express it, with odd ones in some places.
 */
export function arbitraryFromSchema(schema: z.ZodType, ids: KnownIds): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return arbitraryValue(json, ids, 'body')
}

function arbitraryValue(schema: JsonSchema, ids: KnownIds, name: string): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: arbitraryValidValue(schema, ids, name) }, oddValue)
}

function arbitraryValidValue(
  schema: JsonSchema,
  ids: KnownIds,
  name: string,
): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryValidValue(choice, ids, name)))
  switch (schema.type) {
    case 'object':
      return arbitraryObject(schema, ids)
    case 'array':
      return fc.array(arbitraryValue(schema.items ?? {}, ids, name.replace(/s$/, '')), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, Math.max(4, schema.minItems ?? 0)),
      })
    case 'integer':
      return fc.integer(toRange(schema))
    case 'number':
      return fc.oneof(fc.integer(toRange(schema)), fc.double(toRange(schema)))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return arbitraryText(ids, name)
    default:
      return fc.oneof(arbitraryText(ids, name), oddValue)
  }
}

function arbitraryObject({ properties = {}, required = [] }: JsonSchema, ids: KnownIds) {
  const fields = Object.entries(properties).map(
    ([name, property]) => [name, arbitraryValue(property, ids, name)] as const,
  )
  const requiredKeys = required.filter((name) => Object.hasOwn(properties, name))
  const valid = fc.record(Object.fromEntries(fields), { requiredKeys })
  const extended = fc
    .tuple(valid, fc.dictionary(fc.string({ maxLength: 12 }), oddValue, { maxKeys: 2 }))
    .map(([known, unknown]) => ({ ...unknown, ...known }))
  return fc.oneof({ weight: 8, arbitrary: valid }, extended)
}

function arbitraryText(ids: KnownIds, name: string): fc.Arbitrary<string> {
  const known = ids[name]
  return known === undefined
    ? fc.oneof(plausible, fc.string({ maxLength: 60 }))
    : fc.oneof(fc.constant(known), fc.constantFrom(...Object.values(ids)))
}

function toRange({ minimum = -10, maximum = 1_000 }: JsonSchema) {
  const min = Math.ceil(Math.max(minimum, -1e9))
  return { min, max: Math.max(min, Math.floor(Math.min(maximum, 1e9))), noNaN: true }
}

const hostileText = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'a\uDFFFb',
  '\u202Etxt.exe',
  'line\r\nBcc: someone@example.com',
  '<script>alert(1)</script>',
  '<!--'.repeat(200),
  "' OR 1=1 --",
  '%00',
  '../../etc/passwd',
  '{}',
  '{"__proto__":{"role":"admin"}}',
  '__proto__',
  'constructor',
  '9'.repeat(400),
  'अनन्या',
  '🎓'.repeat(300),
  '1e999',
  '-0',
  'NaN',
  '0x10',
  '2026-02-30',
  '99999-01-01T00:00:00Z',
)

export const oddText: fc.Arbitrary<string> = fc.oneof(
  hostileText,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]]),
)

/** Malformed or unusual JSON, sent as it is. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '{"email":',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{}}}',
    `${'['.repeat(1e5)}${']'.repeat(1e5)}`,
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '{"a":1,"a":2}',
    '\uFEFF{}',
    'null',
    '""',
  ),
  oddText,
)
