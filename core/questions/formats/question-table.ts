import {
  defaultOptionCount,
  formatOptionLetters,
  minOptionsPerQuestion,
  toOptionLetter,
} from '../option-list.ts'
import {
  createEntry,
  type FileError,
  type ImportEntry,
  type ImportResult,
  type PortableQuestion,
} from './portable-question.ts'

export type TableRow = { readonly line: number; readonly cells: readonly string[] }

const letters = Array.from({ length: defaultOptionCount }, (_, at) => toOptionLetter(at))
const headers = ['Question', 'Code', ...letters.map((letter) => `Option ${letter}`), 'Correct']

type Column = 'question' | 'code' | 'correct' | number

/** Questions with a row each, below a row of heads. Pictures have no place in a table. */
export function writeTable(questions: readonly PortableQuestion[]): string[][] {
  return [
    headers,
    ...questions.map(({ text, code, options, correct }) => [
      text,
      code ?? '',
      ...letters.map((_, at) => options[at]?.text ?? ''),
      formatOptionLetters(correct),
    ]),
  ]
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
  if (/^(correct|correct answer|correct option|answer|right answer|key|solution)$/.test(word)) {
    return 'correct'
  }
  const option = /^(?:option|answer|choice)? ?([a-f]|[1-6])$/.exec(word)?.[1]
  if (!option) return null
  return /\d/.test(option) ? Number(option) - 1 : option.charCodeAt(0) - 97
}

/** Question, A to D, correct; with code behind the question where there are seven. */
function getDefaultColumns(count: number): (Column | null)[] | null {
  const options = letters.map((_, at) => at)
  if (count === 6) return ['question', ...options, 'correct']
  if (count === 7) return ['question', 'code', ...options, 'correct']
  return null
}

function rowToEntry(
  { line, cells }: TableRow,
  columnPositions: ReadonlyMap<Column, number>,
): ImportEntry {
  const getCell = (column: Column) => cells[columnPositions.get(column) ?? -1] ?? ''
  const optionCells = [...columnPositions.keys()]
    .filter((column) => typeof column === 'number')
    .sort((a, b) => a - b)
    .map(getCell)
  while (optionCells.length > minOptionsPerQuestion && optionCells.at(-1)?.trim() === '')
    optionCells.pop()
  const options = optionCells.map((text) => ({ text, picture: null }))
  const key = getCell('correct').trim()
  const correct = findCorrectOption(key, optionCells)
  return createEntry({
    line,
    question: {
      kind: 'single-choice',
      text: getCell('question'),
      code: getCell('code') || null,
      picture: null,
      options,
      correct: correct === null ? [] : [correct],
    },
    errors:
      key && correct === null
        ? [`"${key}" names none of the options: mark the correct answer`]
        : [],
  })
}

/** The text of an option goes before a letter or a number: options may be 1, 2, 3 and 4. */
function findCorrectOption(key: string, options: readonly string[]): number | null {
  const letter = /^(?:option )?([a-z])[.)]?$/i.exec(key)?.[1]?.toUpperCase()
  const byText = options.findIndex((text) => text.trim() === key && key !== '')
  const byLetter = letter ? options.findIndex((_, at) => toOptionLetter(at) === letter) : -1
  const byNumber = /^(?:option )?(\d)$/i.exec(key)?.[1]
  if (byText >= 0 && !(byLetter >= 0 && letter === key)) return byText
  if (byLetter >= 0) return byLetter
  return byNumber && options[Number(byNumber) - 1] !== undefined ? Number(byNumber) - 1 : null
}
