import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Access } from '#core/accounts/permissions.ts'
import type { ClientEndpoint, FieldRule } from '../client/client-endpoint.ts'
import { toReplyShape } from './reply-shapes.ts'

const contractFolder = resolve(import.meta.dirname, '../../contract')
const isContract = (id: string) =>
  id.startsWith(`${contractFolder}/`) && id.endsWith('.ts') && !id.endsWith('page-paths.ts')

/**
 * Gives the browser what it needs to call each endpoint, to check a form before sending and a reply
 * before it is believed, as plain values. The schemas, and Zod with them, stay on the server.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id
      if (!isContract(file)) return
      const { mtimeMs } = await stat(file)
      const contractModule: Record<string, unknown> = await import(
        `${pathToFileURL(file)}?at=${mtimeMs}`
      )
      return toBrowserModule(contractModule)
    },
  }
}

/**
 * The module that replaces one of the contract's in the browser; undefined if it needs no change.
 */
export function toBrowserModule(
  contractModule: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!Object.values(contractModule).some((value) => isEndpoint(value) || isSchema(value)))
    return undefined
  return Object.entries(contractModule)
    .map(([name, value]) => [name, toBrowserSource(value)] as const)
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `export const ${name} = ${text}`)
    .join('\n')
}

function toBrowserSource(value: unknown): string | undefined {
  if (isEndpoint(value)) return JSON.stringify(stripEndpoint(value))
  if (value instanceof z.ZodObject) return JSON.stringify(toFields(value))
  if (typeof value === 'function' || isSchema(value)) return undefined
  return JSON.stringify(value)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'refusals' in value && 'method' in value
}

function isSchema(value: unknown): boolean {
  return value instanceof z.ZodType
}

/** For these nothing on a screen depends on somebody's role. */
const rolelessAccesses = new Set<Access>(['visitor', 'session', 'student'])

function stripEndpoint(endpoint: Endpoint): ClientEndpoint {
  const { method, path, access, body, upload, reply, isReplyChecked } = endpoint
  return {
    method,
    path,
    ...(!rolelessAccesses.has(access) && { access }),
    ...(upload && { upload: true }),
    ...(isReplyChecked && { shape: toReplyShape(reply) }),
    ...(body instanceof z.ZodObject && toFields(body)),
  }
}

type JsonSchema = z.core.JSONSchema.JSONSchema

function toFields(body: z.ZodObject): Pick<ClientEndpoint, 'fields'> {
  const rules = Object.entries(body.shape).map(
    ([name, schema]) => [name, getFieldRule(schema as z.ZodType)] as const,
  )
  const fields = Object.fromEntries(rules.filter(([, rule]) => Object.keys(rule).length > 0))
  return Object.keys(fields).length > 0 ? { fields } : {}
}

function getFieldRule(schema: z.ZodType): FieldRule {
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const emptyMessage = getErrorMessage(schema, '')
  const isOptional = schema.safeParse(undefined).success
  return {
    ...(emptyMessage && !isOptional && { emptyMessage }),
    ...(jsonSchema.pattern && {
      pattern: jsonSchema.pattern,
      patternMessage: getErrorMessage(schema, '\n'),
    }),
    ...getLengthRule(jsonSchema),
    ...(isTypedNumber(schema, jsonSchema) && getNumberRule(schema, jsonSchema)),
  }
}

/** In a text with a picture the text has the length limit, in a list each entry. */
function getLengthRule({ maxLength, anyOf, items }: JsonSchema): FieldRule {
  if (maxLength) return { maxLength }
  const parts = [...(anyOf ?? []), items].filter(
    (part): part is JsonSchema => typeof part === 'object' && !Array.isArray(part),
  )
  return parts.map(getLengthRule).find((rule) => rule.maxLength) ?? {}
}

/** A form sends digits as text: only a schema that accepts them has a rule for them. */
function isTypedNumber(schema: z.ZodType, { type, minimum }: JsonSchema): boolean {
  const isNumber = type === 'number' || type === 'integer'
  return isNumber && schema.safeParse(String(minimum ?? 0)).success
}

function getNumberRule(schema: z.ZodType, { minimum, maximum }: JsonSchema): FieldRule {
  const numberMessage = getErrorMessage(schema, 'x')
  const describe = (value: number) => {
    const message = getErrorMessage(schema, value)
    return message === numberMessage ? undefined : message
  }
  return {
    numberMessage,
    ...(minimum !== undefined && { minimum, minimumMessage: describe(minimum - 1) }),
    ...(maximum !== undefined && { maximum, maximumMessage: describe(maximum + 1) }),
  }
}

function getErrorMessage(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}
