import type { TableRow } from '../../tables/row.ts'
import type { FileError } from './portable-question.ts'
import {
  type ColumnRole,
  findColumnProblems,
  guessRolesByPlace,
  type TableColumn,
} from './table-columns.ts'
import {
  findHeaderRow,
  findLikelyHeaderRow,
  isNumberingHead,
  parseHeads,
  type RememberedColumns,
  recallColumns,
} from './table-heads.ts'

/** The author's settings for a table, and those for earlier ones. */
export type TableSettings = {
  /** The line of the heads, null where there are none; left out it is found. */
  readonly headLine?: number | null
  /** By the position of the column. */
  readonly roles?: Readonly<Record<number, ColumnRole>>
  readonly remembered?: readonly RememberedColumns[]
}

export type TableLayout = {
  /** Those that hold anything, in the order of the table. */
  readonly columns: readonly TableColumn[]
  readonly headLine: number | null
  /** Rows above the heads. */
  readonly titleRowCount: number
  /** Rows below the heads. */
  readonly questionCount: number
  /** The first rows of the file, any of which may hold the heads. */
  readonly firstRows: readonly TableRow[]
  /** Problems that the author has to solve before a row can be a question. */
  readonly problems: readonly string[]
  /** Milliseconds since 1970; null where the roles were not remembered. */
  readonly rememberedAt: number | null
}

const maxColumns = 100
/** Cells further right than any spreadsheet has columns are not looked at. */
const maxPosition = 16_384
const minColumns = 3
const firstRowCount = 8
const sampleCount = 3
const maxSampleLength = 80

type FoundLayout =
  | { readonly layout: null; readonly errors: readonly FileError[] }
  | {
      readonly layout: TableLayout
      readonly body: readonly TableRow[]
      readonly errors: readonly FileError[]
    }

export function layOutTable(rows: readonly TableRow[], settings: TableSettings): FoundLayout {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [first] = filled
  if (!first) return { layout: null, errors: [] }
  const headIndex = findHeadIndex(filled, settings.headLine)
  const header = filled[headIndex]
  const body = filled.slice(headIndex + 1).filter((row) => !isSameRow(row, header))
  const named = findColumns(header, body)
  if (!header && named.length < minColumns) {
    const message =
      'No questions were found. Name the columns in the first row: Question, Option A to Option D, Correct.'
    return { layout: null, errors: [{ line: first.line, message }] }
  }
  const recalled = recallColumns(
    named.map(({ head }) => head),
    settings.remembered ?? [],
  )
  const columns = assignRoles(named, settings, recalled)
  return {
    body,
    errors: listDroppedColumns(columns, header),
    layout: {
      columns,
      headLine: header?.line ?? null,
      titleRowCount: Math.max(0, headIndex),
      questionCount: body.length,
      firstRows: filled.slice(0, firstRowCount).map(({ line, cells }) => ({
        line,
        cells: cells.slice(0, maxColumns).map(toSample),
      })),
      problems: findColumnProblems(columns),
      rememberedAt: recalled?.savedAt ?? null,
    },
  }
}

function findHeadIndex(rows: readonly TableRow[], headLine: number | null | undefined): number {
  if (headLine !== undefined) return rows.findIndex(({ line }) => line === headLine)
  const found = findHeaderRow(rows)
  return found >= 0 ? found : findLikelyHeaderRow(rows)
}

/** Heads that are repeated further down are no question. */
function isSameRow({ cells }: TableRow, header: TableRow | undefined): boolean {
  return (
    cells.length === header?.cells.length && cells.every((cell, at) => cell === header.cells[at])
  )
}

type NamedColumn = Pick<TableColumn, 'position' | 'head' | 'samples'>

function findColumns(header: TableRow | undefined, body: readonly TableRow[]): NamedColumn[] {
  const samples = new Map<number, string[]>()
  for (const { cells } of body)
    for (const [position, cell] of cells.entries()) {
      if (position >= maxPosition || cell === '') continue
      const found = samples.get(position) ?? []
      if (found.length === sampleCount || cell.trim() === '') continue
      samples.set(position, [...found, toSample(cell)])
    }
  const heads = new Map(header?.cells.map((cell, position) => [position, cell.trim()]))
  const positions = new Set([...heads.keys(), ...samples.keys()])
  return [...positions]
    .filter((position) => heads.get(position) || samples.has(position))
    .sort((one, other) => one - other)
    .slice(0, maxColumns)
    .map((position) => ({
      position,
      head: toSample(heads.get(position) ?? ''),
      samples: samples.get(position) ?? [],
    }))
}

function toSample(cell: string): string {
  return cell.length > maxSampleLength ? `${cell.slice(0, maxSampleLength)}…` : cell
}

function assignRoles(
  named: readonly NamedColumn[],
  { roles }: TableSettings,
  recalled: RememberedColumns | null,
): TableColumn[] {
  const byHead = parseHeads(named.map(({ head }) => head))
  const byPlace = byHead.some((role) => role !== null) ? null : guessRolesByPlace(named.length)
  return named.map((column, at) => {
    const authorRole = roles?.[column.position]
    const remembered = recalled?.roles[at]
    const head = byHead[at] ?? (column.samples.length === 0 ? 'left-out' : null)
    const place = byPlace?.[at]
    if (authorRole !== undefined) return { ...column, role: authorRole, origin: 'author' }
    if (remembered !== undefined && remembered !== head)
      return { ...column, role: remembered, origin: 'remembered' }
    if (head !== null) return { ...column, role: head, origin: 'head' }
    return { ...column, role: place ?? null, origin: place === undefined ? null : 'place' }
  })
}

function listDroppedColumns(
  columns: readonly TableColumn[],
  header: TableRow | undefined,
): FileError[] {
  return columns
    .filter(
      ({ role, origin, head, samples }) =>
        role === 'left-out' && origin === 'head' && samples.length > 0 && !isNumberingHead(head),
    )
    .map(({ head }) => ({
      line: header?.line ?? null,
      message: `The column "${head}" is not kept.`,
    }))
}
