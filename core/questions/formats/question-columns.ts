import { isUnknown, type TableColumn, toColumnLetters } from '../../tables/columns.ts'
import type { TableDescription } from '../../tables/layout.ts'
import { defaultOptionCount, toOptionLetter } from '../option-list.ts'
import {
  findHeaderRow,
  findLikelyHeaderRow,
  parseHeads,
  type QuestionField,
  type QuestionRole,
  questionRoles,
} from './question-heads.ts'

/** A table with a question in each row. */
export const questionColumns: TableDescription<QuestionField> = {
  roles: questionRoles,
  nameRole,
  parseHeads,
  findHeadIndex(rows) {
    const found = findHeaderRow(rows)
    return found >= 0 ? found : findLikelyHeaderRow(rows)
  },
  guessRoles(columns, byHead) {
    return byHead.some((role) => role !== null) ? [] : guessRolesByPlace(columns.length)
  },
  findProblems,
  maxColumns: 100,
  // No spreadsheet has columns further right.
  maxPosition: 16_384,
  maxSampleLength: 80,
}

/** The common order: question, A to D, right answer; with code behind the question where seven. */
function guessRolesByPlace(count: number): readonly QuestionField[] {
  const options = Array.from({ length: defaultOptionCount }, (_, at) => at)
  if (count === 6) return ['question', ...options, 'correct']
  if (count === 7) return ['question', 'code', ...options, 'correct']
  return []
}

function findProblems(columns: readonly TableColumn<QuestionField>[]): string[] {
  const unknown = columns.filter(isUnknown)
  const options = columns.flatMap(({ role }) => (typeof role === 'number' ? [role] : []))
  const optionCount = Math.max(-1, ...options) + 1
  const problems: string[] = []
  if (unknown.length > 0)
    problems.push(
      `Say what ${unknown.length === 1 ? 'column' : 'columns'} ${joinLetters(unknown)} ${unknown.length === 1 ? 'is' : 'are'}.`,
    )
  for (const role of questionRoles.filter((one) => one !== 'left-out')) {
    const same = columns.filter((column) => column.role === role)
    if (same.length > 1)
      problems.push(`Columns ${joinLetters(same)} are both ${nameRole(role)}: choose one.`)
    if (same.length === 0 && role === 'question') problems.push('One column must be the question.')
    if (same.length === 0 && typeof role === 'number' && role < optionCount)
      problems.push(`No column is ${nameRole(role)}.`)
  }
  return problems
}

function nameRole(role: QuestionRole): string {
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

function joinLetters(columns: readonly TableColumn<QuestionField>[]): string {
  const letters = toColumnLetters(columns)
  if (letters.length > maxListedLetters)
    return `${letters.slice(0, maxListedLetters).join(', ')} and ${letters.length - maxListedLetters} more`
  return letters.length < 2
    ? letters.join('')
    : `${letters.slice(0, -1).join(', ')} and ${letters.at(-1)}`
}
