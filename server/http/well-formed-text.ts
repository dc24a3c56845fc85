const maxDepth = 40

/** No text has NUL or lone surrogates: PostgreSQL rejects both, and nobody types them. */
export function isWellFormedText(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (depth > maxDepth) return false
  for (const key in value) {
    if (
      !isWellFormedText(key) ||
      !isWellFormedText((value as Record<string, unknown>)[key], depth + 1)
    ) {
      return false
    }
  }
  return true
}
