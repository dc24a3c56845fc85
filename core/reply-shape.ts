/**
 * The shape of a server's reply, small enough for the browser: the name of a JSON type,
 * `time` for an instant in words, `any`, a list of parts led by their kind, or the fields of an
 * object, where a name with `?` at its end may be missing.
 */
export type ReplyShape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'time'
  | 'any'
  | readonly ['is', ...(string | number | boolean | null)[]]
  | readonly ['or' | 'list' | 'map', ...ReplyShape[]]
  | { readonly [field: string]: ReplyShape }

/** ISO 8601 in UTC. */
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** True if a value read from JSON has this shape; fields that it does not name are ignored. */
export function matchesShape(shape: ReplyShape, value: unknown): boolean {
  if (shape === 'time') return typeof value === 'string' && instant.test(value)
  if (typeof shape === 'string') return shape === 'any' || typeof value === shape
  if (isList(shape)) {
    const [kind, ...parts] = shape
    const matches = (part: unknown) => matchesShape(part as ReplyShape, value)
    const matchFirst = (entry: unknown) => matchesShape(parts[0] as ReplyShape, entry)
    if (kind === 'is') return parts.includes(value as never)
    if (kind === 'or') return parts.some(matches)
    if (kind === 'list') return isList(value) && value.every(matchFirst)
    return isObject(value) && Object.values(value).every(matchFirst)
  }
  return (
    isObject(value) &&
    Object.entries(shape).every(([field, part]) => {
      const name = field.replace('?', '')
      return (name !== field && value[name] === undefined) || matchesShape(part, value[name])
    })
  )
}

/** As `Array.isArray`, which does not tell a list of constants from an object. */
function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !isList(value)
}
