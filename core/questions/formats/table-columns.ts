import { toColumnLetter } from '../../tables/heads.ts'
import { defaultOptionCount, maxOptionsPerQuestion, toOptionLetter } from '../option-list.ts'

/** The content of a column; a number is the index of an option. */
export type ColumnRole = 'question' | 'code' | 'correct' | 'kind' | 'left-out' | number

/** Every role that a column can be given, in the order of our own tables. */
export const columnRoles: readonly ColumnRole[] = [
  'question',
  'code',
  ...Array.from({ length: maxOptionsPerQuestion }, (_, at) => at),
  'correct',
  'kind',
  'left-out',
]

/** How a role came to be. By `place` it is a guess, and counts for nothing until the author says so. */
export type RoleOrigin = 'head' | 'place' | 'author' | 'remembered'

export type TableColumn = {
  /** The index of its cells in a row. */
  readonly position: number
  readonly head: string
  /** Its first values. */
  readonly samples: readonly string[]
  readonly role: ColumnRole | null
  readonly origin: RoleOrigin | null
}

/** The common order: question, A to D, right answer; with code behind the question where seven. */
export function guessRolesByPlace(count: number): readonly ColumnRole[] | null {
  const options = Array.from({ length: defaultOptionCount }, (_, at) => at)
  if (count === 6) return ['question', ...options, 'correct']
  if (count === 7) return ['question', 'code', ...options, 'correct']
  return null
}

/** Finds the problems that keep the rows of a table from being questions, a sentence each. */
export function findColumnProblems(columns: readonly TableColumn[]): string[] {
  const unnamed = columns.filter(needsAuthor)
  const named = columns.filter(({ role }) => role !== null && role !== 'left-out')
  const options = named.flatMap(({ role }) => (typeof role === 'number' ? [role] : []))
  const optionCount = Math.max(-1, ...options) + 1
  const problems: string[] = []
  if (unnamed.length > 0)
    problems.push(
      `Say what ${unnamed.length === 1 ? 'column' : 'columns'} ${joinLetters(unnamed)} ${unnamed.length === 1 ? 'is' : 'are'}.`,
    )
  for (const role of columnRoles.filter((one) => one !== 'left-out')) {
    const same = named.filter((column) => column.role === role)
    if (same.length > 1)
      problems.push(`Columns ${joinLetters(same)} are both ${nameRole(role)}: choose one.`)
    if (same.length === 0 && role === 'question') problems.push('One column must be the question.')
    if (same.length === 0 && typeof role === 'number' && role < optionCount)
      problems.push(`No column is ${nameRole(role)}.`)
  }
  return problems
}

/** Whether nobody has said yet what this column is. */
export function needsAuthor({ role, origin }: TableColumn): boolean {
  return role === null || origin === 'place'
}

export function nameRole(role: ColumnRole): string {
  if (typeof role === 'number') return `Option ${toOptionLetter(role)}`
  return roleNames[role]
}

const roleNames = {
  question: 'Question',
  code: 'Code',
  correct: 'Correct answer',
  kind: 'Kind of question',
  'left-out': 'Left out',
} as const

const maxListedLetters = 6

function joinLetters(columns: readonly TableColumn[]): string {
  const letters = columns.map(({ position }) => toColumnLetter(position))
  if (letters.length > maxListedLetters)
    return `${letters.slice(0, maxListedLetters).join(', ')} and ${letters.length - maxListedLetters} more`
  return letters.length < 2
    ? letters.join('')
    : `${letters.slice(0, -1).join(', ')} and ${letters.at(-1)}`
}
