/** One declaration, or the head of a rule. */
export type StylePart = {
  readonly atRule?: string
  readonly selector?: string
  /** Inside of another rule. */
  readonly isNested?: boolean
  readonly property?: string
  readonly value?: string
}

/** All that a stylesheet says to browsers of any age: not what stands in `@supports`. */
export function readDeclarations(css: string): StylePart[] {
  const code = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"/g, '""')
  const parts: StylePart[] = []
  const heads: string[] = []
  const isGuarded = () => heads.some((head) => /^@supports(?! not)/.test(head))
  for (const [, text = '', end] of code.matchAll(/([^{};]*)([{};])/g)) {
    const trimmed = text.trim()
    if (end === '{') {
      const isNested = heads.some((head) => !head.startsWith('@'))
      heads.push(trimmed)
      if (!isGuarded())
        parts.push(trimmed.startsWith('@') ? { atRule: trimmed } : { selector: trimmed, isNested })
    } else if (trimmed && !isGuarded()) {
      const [, property, value] = /^([\w-]+)\s*:\s*([\s\S]*)$/.exec(trimmed) ?? []
      parts.push(property && value ? { property, value } : { atRule: trimmed })
    }
    if (end === '}') heads.pop()
  }
  return parts
}
