import { z } from 'zod'
import type { ReplyShape } from '#core/reply-shape.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/**
 * Longer choices are checked as text: they take room, and a page that was open before an update
 * has to get on with a name that the update has added.
 */
const maxChoices = 3

/**
 * Derives the browser's check of an endpoint's reply from its schema. For a field that may be
 * missing it is the kind alone: a reply differs from a foreign one by the fields that are always
 * there.
 */
export function toReplyShape(reply: z.ZodType): ReplyShape {
  return toShape(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }))
}

function toShape(schema: JsonSchema | boolean): ReplyShape {
  if (typeof schema === 'boolean') return 'any'
  const { type, format, enum: choices, properties, additionalProperties, items } = schema
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return ['or', ...parts.map(toShape)]
  if (schema.const !== undefined) return ['is', schema.const as string]
  if (choices && choices.length <= maxChoices) return ['is', ...(choices as string[])]
  if (properties) return toFieldShapes(properties, schema.required)
  if (Array.isArray(type)) return ['or', ...type.map((one) => toShape({ ...schema, type: one }))]
  switch (type) {
    case 'null':
      return ['is', null]
    case 'integer':
      return 'number'
    case 'array':
      return ['list', toShape((items as JsonSchema | undefined) ?? true)]
    case 'object':
      return ['map', toShape((additionalProperties as JsonSchema | undefined) ?? true)]
    case 'string':
      return format === 'date-time' ? 'time' : 'string'
    case 'number':
    case 'boolean':
      return type
    default:
      return 'any'
  }
}

function toFieldShapes(
  properties: Readonly<Record<string, JsonSchema | boolean>>,
  required: readonly string[] = [],
): ReplyShape {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      required.includes(name) ? name : `${name}?`,
      required.includes(name) ? toShape(schema) : toKind(toShape(schema)),
    ]),
  )
}

function toKind(shape: ReplyShape): ReplyShape {
  if (typeof shape === 'string') return shape
  if (!Array.isArray(shape)) return {}
  const [kind, ...parts] = shape as readonly ['is' | 'or' | 'list' | 'map', ...ReplyShape[]]
  if (kind === 'or') return ['or', ...parts.map(toKind)]
  if (kind === 'list') return ['list', 'any']
  return kind === 'map' ? {} : shape
}
