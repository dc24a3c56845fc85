/** Goes once through the tokens of a formula: commands, and single characters. */
export type FormulaReader = { readonly tokens: readonly string[]; at: number }

/** A formula that is broken, or beyond what is read out here. */
export class UnknownFormulaError extends Error {}

export function createFormulaReader(source: string): FormulaReader {
  return { tokens: source.match(/\\[a-z]+|\\.|./gisu) ?? [], at: 0 }
}

const isSpace = (token: string | undefined) => token !== undefined && /^\\?\s/.test(token)

/** The next token that is no space, without going past it. */
export function peek(reader: FormulaReader): string | undefined {
  while (isSpace(reader.tokens[reader.at])) reader.at++
  return reader.tokens[reader.at]
}

export function take(reader: FormulaReader): string {
  const token = peek(reader)
  if (token === undefined) throw new UnknownFormulaError()
  reader.at++
  return token
}

export const isDigit = (token: string | undefined) => token !== undefined && /^\d/.test(token)

export function takeNumber(reader: FormulaReader): string {
  let number = ''
  for (;;) {
    const [next = '', after] = reader.tokens.slice(reader.at, reader.at + 2)
    if (!isDigit(next) && !(next === '.' && number && isDigit(after))) return number
    number += next
    reader.at++
  }
}

/** As it is written between braces, which is how the words of a text are given; or one letter. */
export function takeRaw(reader: FormulaReader): string {
  const first = take(reader)
  if (/^[a-z]$/i.test(first)) return first
  const end = reader.tokens.indexOf('}', reader.at)
  const raw = reader.tokens.slice(reader.at, end).join('')
  if (first !== '{' || end < 0 || /[\\{$_^]/.test(raw)) throw new UnknownFormulaError()
  reader.at = end + 1
  return raw.trim().replace(/\s+/g, ' ')
}
