import { letterOf, optionsPerQuestion } from '../exam.ts'
import {
  type Entry,
  entryOf,
  type FileFault,
  type PortableQuestion,
  type ReadQuestions,
} from './portable-question.ts'

export type TableRow = { readonly line: number; readonly cells: readonly string[] }

const letters = Array.from({ length: optionsPerQuestion }, (_, at) => letterOf(at))
const heads = ['Question', 'Code', ...letters.map((letter) => `Option ${letter}`), 'Correct']

type Column = 'question' | 'code' | 'correct' | number

/** Questions with a row each, below a row of heads. Pictures have no place in a table. */
export function tableOf(questions: readonly PortableQuestion[]): string[][] {
  return [
    heads,
    ...questions.map(({ text, code, options, correct }) => [
      text,
      code ?? '',
      ...letters.map((_, at) => options[at]?.text ?? ''),
      correct === null ? '' : letterOf(correct),
    ]),
  ]
}

/** Columns go by their heads, in any order; a table without heads by the order that is common. */
export function readTable(rows: readonly TableRow[]): ReadQuestions {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [first, ...others] = filled
  if (!first) return { entries: [], faults: [] }
  const named = first.cells.map(columnOf)
  const hasHeads = named.includes('question') && named.includes(0)
  const columns = hasHeads ? named : commonColumns(first.cells.length)
  if (!columns) {
    const says =
      'No questions were found. Name the columns in the first row: Question, Option A to Option D, Correct.'
    return { entries: [], faults: [{ line: first.line, says }] }
  }
  const placeOf = new Map<Column, number>()
  const faults: FileFault[] = []
  for (const [at, column] of columns.entries()) {
    const head = first.cells[at]?.trim() ?? ''
    const isTwice = column !== null && placeOf.has(column)
    if (column !== null && !isTwice) placeOf.set(column, at)
    else if (head !== '' && isTwice) faults.push(notKept(first, head, 'stands here twice'))
    else if (head !== '') faults.push(notKept(first, head, 'is not known here'))
  }
  return {
    entries: (hasHeads ? others : filled).map((row) => entryOfRow(row, placeOf)),
    faults,
  }
}

function notKept({ line }: TableRow, head: string, why: string): FileFault {
  return { line, says: `The column "${head}" ${why} and is not kept.` }
}

export function looksLikeHeads(cells: readonly string[]): boolean {
  const named = cells.map(columnOf)
  return named.includes('question') && named.includes(0)
}

function columnOf(head: string): Column | null {
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
function commonColumns(count: number): (Column | null)[] | null {
  const options = letters.map((_, at) => at)
  if (count === 6) return ['question', ...options, 'correct']
  if (count === 7) return ['question', 'code', ...options, 'correct']
  return null
}

function entryOfRow({ line, cells }: TableRow, placeOf: ReadonlyMap<Column, number>): Entry {
  const cellAt = (column: Column) => cells[placeOf.get(column) ?? -1] ?? ''
  const placed = [...placeOf.keys()]
    .filter((column) => typeof column === 'number')
    .sort((a, b) => a - b)
    .map(cellAt)
  while (placed.length > optionsPerQuestion && placed.at(-1)?.trim() === '') placed.pop()
  const options = placed.map((text) => ({ text, picture: null }))
  const key = cellAt('correct').trim()
  const correct = correctOf(key, placed)
  return entryOf({
    line,
    question: {
      text: cellAt('question'),
      code: cellAt('code') || null,
      picture: null,
      options,
      correct,
    },
    faults:
      key && correct === null
        ? [`"${key}" names none of the options: mark the correct answer`]
        : [],
  })
}

/** The text of an option goes before a letter or a number: options may be 1, 2, 3 and 4. */
function correctOf(key: string, options: readonly string[]): number | null {
  const letter = /^(?:option )?([a-z])[.)]?$/i.exec(key)?.[1]?.toUpperCase()
  const byText = options.findIndex((text) => text.trim() === key && key !== '')
  const byLetter = letter ? options.findIndex((_, at) => letterOf(at) === letter) : -1
  const byNumber = /^(?:option )?(\d)$/i.exec(key)?.[1]
  if (byText >= 0 && !(byLetter >= 0 && letter === key)) return byText
  if (byLetter >= 0) return byLetter
  return byNumber && options[Number(byNumber) - 1] !== undefined ? Number(byNumber) - 1 : null
}
