import fc from 'fast-check'
import { z } from 'zod'
import { oddValue } from './odd-values.ts'

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

/** Ids that exist, by the name under which the contract asks for them. */
export type KnownIds = Readonly<Record<string, string>>

/** Words that some rule takes, so that a call gets past the first one. */
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

/** What the schema takes, as far as JSON Schema can tell it, with odd values in some places. */
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
