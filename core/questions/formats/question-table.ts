import { defaultKind } from '../kinds.ts'
import { defaultOptionCount, toOptionLetter } from '../option-list.ts'
import { type KindName, kindNames } from '../question.ts'
import { toCellOptions } from './choices.ts'
import type { FoundKey, TableAnswers } from './kind-format.ts'
import { formatsOf, recognizeKind } from './kind-formats.ts'
import {
  createEntry,
  type FileError,
  type ImportEntry,
  type ImportResult,
  type PortableQuestion,
} from './portable-question.ts'

export type TableRow = { readonly line: number; readonly cells: readonly string[] }

type Column = 'question' | 'code' | 'correct' | 'kind' | number

/**
 * Questions with a row each, below a row of heads. Pictures have no place in a table. Kinds are
 * named only where there is another one than single choice.
 */
export function writeTable(questions: readonly PortableQuestion[]): string[][] {
  const rows = questions.map((question) => ({
    question,
    answers: formatsOf(question).table.write(question),
  }))
  const counts = rows.map(({ answers }) => answers.options.length)
  const letters = getLetters(Math.max(defaultOptionCount, ...counts))
  const hasKinds = questions.some(({ kind }) => kind !== defaultKind)
  const headers = ['Question', 'Code', ...letters.map((letter) => `Option ${letter}`), 'Correct']
  return [
    [...headers, ...(hasKinds ? ['Kind'] : [])],
    ...rows.map(({ question, answers }) => [
      question.text,
      question.code ?? '',
      ...letters.map((_, at) => answers.options[at] ?? ''),
      answers.key,
      ...(hasKinds ? [question.kind.replaceAll('-', ' ')] : []),
    ]),
  ]
}

function getLetters(count: number): string[] {
  return Array.from({ length: count }, (_, at) => toOptionLetter(at))
}

/** Columns go by their heads, in any order; a table without heads by the order that is common. */
export function readTable(rows: readonly TableRow[]): ImportResult {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [first, ...others] = filled
  if (!first) return { entries: [], errors: [] }
  const namedColumns = first.cells.map(parseColumn)
  const hasHeaders = namedColumns.includes('question') && namedColumns.includes(0)
  const columns = hasHeaders ? namedColumns : getDefaultColumns(first.cells.length)
  if (!columns) {
    const message =
      'No questions were found. Name the columns in the first row: Question, Option A to Option D, Correct.'
    return { entries: [], errors: [{ line: first.line, message }] }
  }
  const columnPositions = new Map<Column, number>()
  const errors: FileError[] = []
  for (const [at, column] of columns.entries()) {
    const head = first.cells[at]?.trim() ?? ''
    const isDuplicate = column !== null && columnPositions.has(column)
    if (column !== null && !isDuplicate) columnPositions.set(column, at)
    else if (head !== '' && isDuplicate)
      errors.push(createDroppedColumnError(first, head, 'stands here twice'))
    else if (head !== '') errors.push(createDroppedColumnError(first, head, 'is not known here'))
  }
  return {
    entries: (hasHeaders ? others : filled).map((row) => rowToEntry(row, columnPositions)),
    errors,
  }
}

function createDroppedColumnError({ line }: TableRow, head: string, why: string): FileError {
  return { line, message: `The column "${head}" ${why} and is not kept.` }
}

export function isHeaderRow(cells: readonly string[]): boolean {
  const namedColumns = cells.map(parseColumn)
  return namedColumns.includes('question') && namedColumns.includes(0)
}

function parseColumn(head: string): Column | null {
  const word = head
    .trim()
    .toLowerCase()
    .replace(/[\s_:.-]+/g, ' ')
    .trim()
  if (/^(question|question text|text|stem|frage)$/.test(word)) return 'question'
  if (/^(code|code snippet|codesnippet|snippet)$/.test(word)) return 'code'
  if (/^(kind|question kind)$/.test(word)) return 'kind'
  if (/^(correct|correct answers?|correct option|answer|right answer|key|solution)$/.test(word)) {
    return 'correct'
  }
  const option = /^(?:option|answer|choice)? ?([a-h]|[1-8])$/.exec(word)?.[1]
  if (!option) return null
  return /\d/.test(option) ? Number(option) - 1 : option.charCodeAt(0) - 97
}

/** Question, A to D, correct; with code behind the question where there are seven. */
function getDefaultColumns(count: number): (Column | null)[] | null {
  const options = Array.from({ length: defaultOptionCount }, (_, at) => at)
  if (count === 6) return ['question', ...options, 'correct']
  if (count === 7) return ['question', 'code', ...options, 'correct']
  return null
}

function rowToEntry(
  { line, cells }: TableRow,
  columnPositions: ReadonlyMap<Column, number>,
): ImportEntry {
  const getCell = (column: Column) => cells[columnPositions.get(column) ?? -1] ?? ''
  const found: TableAnswers = {
    options: [...columnPositions.keys()]
      .filter((column) => typeof column === 'number')
      .sort((a, b) => a - b)
      .map(getCell),
    key: getCell('correct').trim(),
  }
  const { errors, losses, ...answers } = readAnswers(found, getCell('kind'))
  return createEntry({
    line,
    question: {
      text: getCell('question'),
      code: getCell('code') || null,
      picture: null,
      ...answers,
    },
    ...(errors && { errors }),
    ...(losses && { losses }),
  })
}

/** By the kind that is named, else by the first one that the key fits. */
function readAnswers(found: TableAnswers, kindCell: string): FoundKey & { kind: KindName } {
  const named = kindCell
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  const kind = kindNames.find((name) => name === named)
  const read = kind && formatsOf({ kind }).table.read(found)
  return (
    (read && { kind, ...read }) ??
    recognizeKind(({ table }) => table.read(found)) ?? {
      kind: kind ?? defaultKind,
      options: toCellOptions(found),
      correct: [],
      errors: [`"${found.key}" names none of the options: mark the correct answer`],
    }
  )
}
