import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { readConfig } from '#server/config.ts'

const schemas = Object.entries(endpoints).flatMap(([name, { params, query, body }]: Sent) =>
  [params, query, body].flatMap((schema) => (schema ? [{ name, schema }] : [])),
)
type Sent = [string, { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType }]

/** Values that programs send by mistake, and some that only an attacker sends. */
const oddValues = [
  ...[undefined, null, true, -1, 1.5, 1e12, Number.NaN, '', 'x', 'x'.repeat(20_000)],
  ...[[], [null], Array.from({ length: 25_000 }, () => 'x'), {}, { unknown: 1 }],
]
const libraryEnglish =
  /invalid|expected (?!here)|received|too (big|small)|unrecognized|regex|pattern/i

it.each(schemas)('every message about a field of $name is written for people', ({ schema }) => {
  const messages = new Set(listParts(schema).flatMap(listMessages))
  for (const message of messages) {
    expect(message).not.toMatch(libraryEnglish)
    expect(message).toMatch(/^[A-Z].*\S$/)
  }
})

it('names a value that is missing, of another type, too long or too large', () => {
  const schema = z.object({
    title: z.string().max(3),
    minutes: z.number().min(1).max(9),
    mode: z.enum(['strict', 'warn']),
    ids: z.array(z.string()).min(1),
    at: z.iso.datetime(),
  })
  const values = { title: 'long', minutes: 10, mode: 'lax', ids: [], at: 'soon' }
  expect(listMessages(schema, values)).toEqual([
    'Use 3 characters or fewer',
    'Enter 9 or less',
    'Use one of: strict, warn',
    'The fewest here is 1',
    'This should be a time like 2026-11-21T04:30:00.000Z',
  ])
  expect(listMessages(schema, { title: 1, minutes: '1', mode: null, ids: 'x' })).toEqual([
    'This should be text',
    'This should be a number',
    'This is missing',
    'This should be a list',
    'This is missing',
  ])
})

it('describes an invalid setting in the same words', () => {
  const start = () => readConfig({ PORT: 'x', ACCESS_LOG_DAYS: '400', RATE_LIMITS: 'none' })
  expect(start).toThrow(/PORT: This should be a number/)
  expect(start).toThrow(/ACCESS_LOG_DAYS: Enter 365 or less/)
  expect(start).toThrow(/RATE_LIMITS: Use one of: on, off/)
})

function listMessages(schema: z.ZodType, value?: unknown): string[] {
  const values = value === undefined ? oddValues : [value]
  return values
    .flatMap((odd) => schema.safeParse(odd).error?.issues ?? [])
    .map(({ message }) => message)
}

/** The schema and, some levels down, those of its fields and entries. */
function listParts(schema: z.ZodType, depth = 0): z.ZodType[] {
  const inner = [
    ...(schema instanceof z.ZodObject ? (Object.values(schema.shape) as z.ZodType[]) : []),
    ...(schema instanceof z.ZodArray ? [schema.element as z.ZodType] : []),
    ...(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
      ? [schema.unwrap() as z.ZodType]
      : []),
  ]
  return [schema, ...(depth < 6 ? inner.flatMap((part) => listParts(part, depth + 1)) : [])]
}
