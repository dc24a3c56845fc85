import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldRule, WireEndpoint } from '../wire.ts'

const contractFolder = resolve(import.meta.dirname, '../../contract')
const isContract = (id: string) =>
  id.startsWith(`${contractFolder}/`) && id.endsWith('.ts') && !id.endsWith('screens.ts')

/**
 * Gives the browser of each endpoint what it takes to call it and to check a form before sending,
 * as plain values. The schemas, and Zod with them, stay on the server.
 */
export function wireContract(): Plugin {
  return {
    name: 'wire-contract',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id
      if (!isContract(file)) return
      const { mtimeMs } = await stat(file)
      const slice: Record<string, unknown> = await import(`${pathToFileURL(file)}?at=${mtimeMs}`)
      return inBrowser(slice)
    },
  }
}

/** The module that stands in for a slice of the contract; undefined where it can stay as it is. */
export function inBrowser(slice: Readonly<Record<string, unknown>>): string | undefined {
  if (!Object.values(slice).some((value) => isEndpoint(value) || isSchema(value))) return undefined
  return Object.entries(slice)
    .map(([name, value]) => [name, wireForm(value)] as const)
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `export const ${name} = ${text}`)
    .join('\n')
}

function wireForm(value: unknown): string | undefined {
  if (isEndpoint(value)) return JSON.stringify(callable(value))
  if (typeof value === 'function' || isSchema(value)) return undefined
  return JSON.stringify(value)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'refusals' in value && 'method' in value
}

function isSchema(value: unknown): boolean {
  return value instanceof z.ZodType
}

function callable({ method, path, body, upload }: Endpoint): WireEndpoint {
  return {
    method,
    path,
    ...(upload && { upload: true }),
    ...(body instanceof z.ZodObject && { fields: rulesOf(body) }),
  }
}

function rulesOf(body: z.ZodObject): Record<string, FieldRule> {
  return Object.fromEntries(
    Object.entries(body.shape).map(([name, schema]) => [name, ruleOf(schema as z.ZodType)]),
  )
}

function ruleOf(schema: z.ZodType): FieldRule {
  const facts = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const emptySays = complaint(schema, '')
  const isOptional = schema.safeParse(undefined).success
  return {
    ...(emptySays && !isOptional && { emptySays }),
    ...(facts.pattern && { pattern: facts.pattern, patternSays: complaint(schema, '\n') }),
    ...(facts.maxLength && { maxLength: facts.maxLength }),
  }
}

function complaint(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}
