import type { ColumnRole } from '../../tables/columns.ts'
import { countFilled, normalizeHead } from '../../tables/heads.ts'
import { maxOptionsPerQuestion } from '../option-list.ts'

/** A number is the index of an option. */
export type QuestionField = 'question' | 'code' | 'correct' | 'kind' | number
export type QuestionRole = ColumnRole<QuestionField>

/** Every role that a column can be given, in the order of our own tables. */
export const questionRoles: readonly QuestionRole[] = [
  'question',
  'code',
  ...Array.from({ length: maxOptionsPerQuestion }, (_, at) => at),
  'correct',
  'kind',
  'left-out',
]

const questionHead =
  /^(?:(?:questions?|ques|mcqs?)(?: ?(?:text|title|statement|body|content))?|text|stem|frage)$/
const codeHead = /^(?:code|code ?snippet|snippet)$/
const keyHead =
  /^(?:(?:correct|right) ?(?:answers?|ans|options?|choices?|letters?|keys?|responses?)?(?: (?:letters?|options?|numbers?|nos?|texts?|keys?))?|answers?|ans|keys?|(?:answer|ans) ?keys?|solution)$/
const optionHead =
  /^(?:options?|opt|answers?|ans|choices?|alternatives?|alt|responses?|answer (?:option|choice))? ?([a-h]|[0-8])$/
const numberingHead =
  /^(?:(?:s|sr|sl|serial|q|ques|questions?) ?(?:no|nos|nr|number|#|id)|#|no|nr|num|number|sno|qno|id)$/
const leftOutHead =
  /^(?:topics?|sub ?topic|subjects?|chapters?|tags?|categor(?:y|ies)|difficulty(?: level)?|level|(?:answer )?explanations?|feedback|rationale|points|(?:negative )?marks|time(?: limit)?(?: in seconds| seconds)?|image(?: link| url)?|question type|author|reference|hint)$/

function parseRole(word: string, firstNumber: 0 | 1): QuestionRole | null {
  if (questionHead.test(word)) return 'question'
  if (codeHead.test(word)) return 'code'
  if (/^(?:kind|question kind)$/.test(word)) return 'kind'
  if (keyHead.test(word)) return 'correct'
  if (numberingHead.test(word) || leftOutHead.test(word)) return 'left-out'
  const option = optionHead.exec(word)?.[1]
  if (!option) return null
  const index = /\d/.test(option) ? Number(option) - firstNumber : option.charCodeAt(0) - 97
  return index < maxOptionsPerQuestion ? index : null
}

/** The role that is usual under each head; null where none is. */
export function parseHeads(heads: readonly string[]): (QuestionRole | null)[] {
  const firstNumber = isCountedFromZero(heads) ? 0 : 1
  return heads.map((head) => parseRole(normalizeHead(head), firstNumber))
}

/** Whether the heads begin with "option 0". */
export function isCountedFromZero(heads: readonly string[]): boolean {
  return heads.some((head) => optionHead.exec(normalizeHead(head))?.[1] === '0')
}

/** Whether the column only counts its rows. */
export function isNumberingHead(head: string): boolean {
  return numberingHead.test(normalizeHead(head))
}

/** Whether this row names its columns: the question, and an option or the right answer. */
export function isHeaderRow(cells: readonly string[]): boolean {
  const roles = parseHeads(cells)
  if (!roles.includes('question')) return false
  return roles.includes(0) || (roles.includes('correct') && countFilled(cells) > 2)
}

/** Rows above the heads hold a title or instructions. */
const maxTitleRows = 20

/** The index of the row of heads, which may stand below title rows; -1 if there is none. */
export function findHeaderRow(rows: readonly { readonly cells: readonly string[] }[]): number {
  let widest = 0
  for (const [index, { cells }] of rows.slice(0, maxTitleRows + 1).entries()) {
    const width = countFilled(cells)
    if (width > widest && isHeaderRow(cells)) return index
    widest = Math.max(widest, width)
  }
  return -1
}

/** A row that may name columns: no table can be read by it before the author has named the rest. */
export function findLikelyHeaderRow(
  rows: readonly { readonly cells: readonly string[] }[],
): number {
  const index = rows.slice(0, maxTitleRows + 1).findIndex(({ cells }) => countFilled(cells) > 2)
  const words = rows[index]?.cells.filter((cell) => cell.trim().length > 1) ?? []
  const known = new Set(parseHeads(words).filter((role) => role !== null))
  return known.size > 1 ? index : -1
}
