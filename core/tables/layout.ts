import type { ColumnRole, TableColumn } from './columns.ts'
import { countFilled, fingerprintHeads } from './heads.ts'
import type { TableRow } from './row.ts'

/** A kind of table that people bring: its columns, their usual heads, and what it needs. */
export type TableDescription<Field> = {
  /** Every role that a column can be given, in the order in which they are offered. */
  readonly roles: readonly ColumnRole<Field>[]
  readonly nameRole: (role: ColumnRole<Field>) => string
  /** The role that is usual under each head; null where none is. */
  readonly parseHeads: (heads: readonly string[]) => readonly (ColumnRole<Field> | null)[]
  /** The index of the row of heads; -1 if there is none. */
  readonly findHeadIndex: (rows: readonly TableRow[]) => number
  /** A proposal for each column, by what its values look like or by its place. */
  readonly guessRoles: (
    columns: readonly NamedColumn[],
    byHead: readonly (ColumnRole<Field> | null)[],
  ) => readonly (Field | null)[]
  /** The problems that keep rows from being read, a sentence each. */
  readonly findProblems: (columns: readonly TableColumn<Field>[]) => string[]
  readonly maxColumns: number
  /** Cells further right are not looked at. */
  readonly maxPosition: number
  readonly maxSampleLength: number
}

export type NamedColumn = Pick<TableColumn<unknown>, 'position' | 'head' | 'samples'>

/** The choices made for the columns of an earlier table with these heads. */
export type RememberedColumns<Field> = {
  /** By `fingerprintHeads`: a device keeps no words of a file. */
  readonly heads: string
  readonly roles: readonly ColumnRole<Field>[]
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

/** The author's settings for a table, and those for earlier ones. */
export type TableSettings<Field> = {
  /** The line of the heads, null where there are none; left out it is found. */
  readonly headLine?: number | null
  /** By the position of the column. */
  readonly roles?: Readonly<Record<number, ColumnRole<Field>>>
  readonly remembered?: readonly RememberedColumns<Field>[]
}

export type TableLayout<Field> = {
  /** Those that hold anything, in the order of the table. */
  readonly columns: readonly TableColumn<Field>[]
  readonly headLine: number | null
  /** Rows above the heads. */
  readonly titleRowCount: number
  /** Rows below the heads. */
  readonly rowCount: number
  /** The first rows of the file, any of which may hold the heads. */
  readonly firstRows: readonly TableRow[]
  /** Problems to solve before a row can be read, a sentence each. */
  readonly problems: readonly string[]
  /** Milliseconds since 1970; null where no role was remembered. */
  readonly rememberedAt: number | null
}

const firstRowCount = 8
const sampleCount = 3

/** Finds the heads of a table and what each column is; the body is the rows below the heads. */
export function layOutTable<Field>(
  rows: readonly TableRow[],
  description: TableDescription<Field>,
  { headLine, roles = {}, remembered = [] }: TableSettings<Field> = {},
): TableLayout<Field> & { readonly body: readonly TableRow[] } {
  const filled = rows.filter(({ cells }) => countFilled(cells) > 0)
  const headIndex =
    headLine === undefined
      ? description.findHeadIndex(filled)
      : filled.findIndex(({ line }) => line === headLine)
  const header = filled[headIndex]
  const body = filled.slice(headIndex + 1).filter((row) => !isSameRow(row, header))
  const named = listColumns(header, body, description)
  const heads = named.map(({ head }) => head)
  const recalled = recallColumns(heads, remembered)
  const byHead = description.parseHeads(heads)
  const guessed = description.guessRoles(named, byHead)
  const columns = named.map((column, at): TableColumn<Field> => {
    const authorRole = roles[column.position]
    const before = recalled?.roles[at]
    const head = byHead[at] ?? (column.samples.length === 0 ? 'left-out' : null)
    const guess = guessed[at] ?? null
    if (authorRole !== undefined) return { ...column, role: authorRole, origin: 'author' }
    if (before !== undefined && before !== head)
      return { ...column, role: before, origin: 'remembered' }
    if (head !== null) return { ...column, role: head, origin: 'head' }
    return { ...column, role: guess, origin: guess === null ? null : 'guess' }
  })
  return {
    columns,
    headLine: header?.line ?? null,
    titleRowCount: Math.max(0, headIndex),
    rowCount: body.length,
    firstRows: filled.slice(0, firstRowCount).map(({ line, cells }) => ({
      line,
      cells: cells
        .slice(0, description.maxColumns)
        .map((cell) => toSample(cell, description.maxSampleLength)),
    })),
    problems: description.findProblems(columns),
    rememberedAt: recalled?.savedAt ?? null,
    body,
  }
}

/** Heads that are repeated further down are no row of the table. */
function isSameRow({ cells }: TableRow, header: TableRow | undefined): boolean {
  return (
    cells.length === header?.cells.length && cells.every((cell, at) => cell === header.cells[at])
  )
}

type SampleLimits = Pick<
  TableDescription<unknown>,
  'maxColumns' | 'maxPosition' | 'maxSampleLength'
>

function listColumns(
  header: TableRow | undefined,
  body: readonly TableRow[],
  { maxColumns, maxPosition, maxSampleLength }: SampleLimits,
): NamedColumn[] {
  const samples = new Map<number, string[]>()
  for (const { cells } of body)
    for (const [position, cell] of cells.entries()) {
      if (position >= maxPosition) break
      if (cell === '') continue
      const found = samples.get(position) ?? []
      if (found.length === sampleCount || cell.trim() === '') continue
      samples.set(position, [...found, toSample(cell.trim(), maxSampleLength)])
    }
  const heads = new Map(header?.cells.map((cell, position) => [position, cell.trim()]))
  const positions = new Set([...heads.keys(), ...samples.keys()])
  return [...positions]
    .filter((position) => position < maxPosition)
    .filter((position) => heads.get(position) || samples.has(position))
    .sort((one, other) => one - other)
    .slice(0, maxColumns)
    .map((position) => ({
      position,
      head: toSample(heads.get(position) ?? '', maxSampleLength),
      samples: samples.get(position) ?? [],
    }))
}

function toSample(cell: string, maxLength: number): string {
  return cell.length > maxLength ? `${cell.slice(0, maxLength)}…` : cell
}

/** Finds the choices made for a table with the same heads, if any. */
function recallColumns<Field>(
  heads: readonly string[],
  remembered: readonly RememberedColumns<Field>[],
): RememberedColumns<Field> | null {
  const fingerprint = fingerprintHeads(heads)
  const isSame = (one: RememberedColumns<Field>) =>
    one.heads === fingerprint && one.roles.length === heads.length
  return remembered.find(isSame) ?? null
}
