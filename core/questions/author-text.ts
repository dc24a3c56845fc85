/** A part of what an author wrote in one line of thought; `text` is without its marks. */
export type AuthorTextPart = {
  readonly kind: 'words' | 'code' | 'formula'
  readonly text: string
}

/** A longer one is left as it was written: drawing it could hold up the page. */
export const maxFormulaLength = 1000
/** Above this a heading of a question is hard to read: it is set as text. */
const maxHeadlineLength = 180

/** `code` between backticks, and formulas between \( and \); code wins where they overlap. */
const marked = new RegExp(`(\`[^\`\\n]+\`|\\\\\\([^]{1,${maxFormulaLength}}?\\\\\\))`)

export function splitAuthorText(text: string): readonly AuthorTextPart[] {
  return text.split(marked).flatMap((part, index): AuthorTextPart[] => {
    if (part === '') return []
    if (index % 2 === 0) return [{ kind: 'words', text: part }]
    return part.startsWith('`')
      ? [{ kind: 'code', text: part.slice(1, -1) }]
      : [{ kind: 'formula', text: part.slice(2, -2) }]
  })
}

export function hasFormula(text: string): boolean {
  return text.includes('\\(') && splitAuthorText(text).some(({ kind }) => kind === 'formula')
}

/** Too long, or of too many lines, to stand in a heading's weight. */
export function isLongQuestion(text: string): boolean {
  return text.length > maxHeadlineLength || text.trim().split('\n').length > 3
}
