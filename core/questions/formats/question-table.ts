import { layOutTable, type TableLayout, type TableSettings } from '../../tables/layout.ts'
import type { CellLoss, TableRow } from '../../tables/row.ts'
import { defaultKind } from '../kinds.ts'
import { defaultOptionCount, toOptionLetter } from '../option-list.ts'
import { kindNames } from '../question.ts'
import { toCellOptions, toUnclearChoice } from './choices.ts'
import { createEntry, type ImportEntry, type ImportResult } from './import-entry.ts'
import type { TableAnswers } from './kind-format.ts'
import {
  formatsOf,
  type PortableQuestion,
  type RecognizedAnswers,
  recognizeKind,
} from './kind-formats.ts'
import { detectKeyStyle, type KeyStyle } from './named-option.ts'
import type { FileError } from './portable-question.ts'
import { questionColumns } from './question-columns.ts'
import {
  isCountedFromZero,
  isNumberingHead,
  type QuestionField,
  type QuestionRole,
} from './question-heads.ts'

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

export type TableReading = ImportResult & {
  /** Null where there are too few columns for a question. */
  readonly table: TableLayout<QuestionField> | null
}

/** Says that the columns of the table come first, and keeps its questions from being ready. */
export const unnamedColumnsMessage = 'Say what each column is'

/**
 * Columns go by their heads, in any order, by what the author says, or by what was said before of a
 * table with these heads. While one of them is a guess no question is ready.
 */
export function readTable(
  rows: readonly TableRow[],
  settings: TableSettings<QuestionField> = {},
): TableReading {
  const { body, ...layout } = layOutTable(rows, questionColumns, settings)
  const [first] = layout.firstRows
  if (!first) return { entries: [], errors: [], table: null }
  if (layout.headLine === null && layout.columns.length < minColumns)
    return {
      entries: [],
      errors: [{ line: first.line, message: noColumnsMessage }],
      table: null,
    }
  const positions = new Map<QuestionRole, number>()
  for (const { role, position } of layout.columns)
    if (role !== null && role !== 'left-out' && !positions.has(role)) positions.set(role, position)
  const kept = new Set(positions.values())
  const cellsOfRows = body.map((row) => toCells(row, positions, kept))
  const keyStyle = detectKeyStyle(
    cellsOfRows.map(({ key, options }) => ({ key, options: toCellOptions({ options }) })),
    isCountedFromZero(layout.columns.map(({ head }) => head)) ? 0 : 1,
  )
  const isUnnamed = layout.problems.length > 0
  const read = isUnnamed ? cellsOfRows.slice(0, previewCount) : cellsOfRows
  return {
    entries: read.map((cells) => toEntry(cells, keyStyle, isUnnamed)),
    errors: listDroppedColumns(layout),
    table: layout,
  }
}

const minColumns = 3
const noColumnsMessage =
  'No questions were found. Name the columns in the first row: Question, Option A to Option D, Correct.'

function listDroppedColumns({ columns, headLine }: TableLayout<QuestionField>): FileError[] {
  return columns
    .filter(
      ({ role, origin, head, samples }) =>
        role === 'left-out' && origin === 'head' && samples.length > 0 && !isNumberingHead(head),
    )
    .map(({ head }) => ({ line: headLine, message: `The column "${head}" is not kept.` }))
}

/** So many rows are shown while columns have no name. */
const previewCount = 20

type RowCells = TableAnswers & {
  readonly line: number
  readonly text: string
  readonly code: string
  readonly kind: string
  /** Losses in the columns that are kept. */
  readonly losses: readonly string[]
}

function toCells(
  { line, cells, losses = [] }: TableRow,
  positions: ReadonlyMap<QuestionRole, number>,
  kept: ReadonlySet<number>,
): RowCells {
  const getCell = (role: QuestionRole) => cells[positions.get(role) ?? -1] ?? ''
  return {
    line,
    text: getCell('question'),
    code: getCell('code'),
    kind: getCell('kind'),
    key: getCell('correct').trim(),
    options: [...positions.keys()]
      .filter((role) => typeof role === 'number')
      .sort((a, b) => a - b)
      .map(getCell),
    losses: listKeptLosses(losses, kept),
  }
}

function listKeptLosses(losses: readonly CellLoss[], kept: ReadonlySet<number>): string[] {
  return losses
    .filter(({ position }) => position === undefined || kept.has(position))
    .map(({ cause }) => cause)
}

function toEntry(cells: RowCells, keyStyle: KeyStyle, isUnnamed: boolean): ImportEntry {
  const { line, text, code } = cells
  const { errors = [], losses = [], ...answers } = readAnswers({ ...cells, keyStyle }, cells.kind)
  const entry = createEntry({
    line,
    question: { text, code: code || null, picture: null, ...answers },
    errors,
    losses: [...cells.losses, ...losses],
  })
  return isUnnamed ? { ...entry, errors: [unnamedColumnsMessage, ...entry.errors] } : entry
}

/** By the kind that is named, else by the first one that the key fits. */
function readAnswers(found: TableAnswers, kindCell: string): RecognizedAnswers {
  const named = kindCell
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  const kind = kindNames.find((name) => name === named)
  const read = kind && formatsOf({ kind }).table.read(found)
  if (read) return { kind, ...read } as RecognizedAnswers
  return recognizeKind(({ table }) => table.read(found)) ?? toUnclearChoice(found, named)
}
