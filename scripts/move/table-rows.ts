import { hash } from 'node:crypto'
import type { Database as Sqlite } from 'better-sqlite3'
import type { ClientBase } from 'pg'
import type { ColumnType, TableLayout } from './table-layouts.ts'

/** The values of a row as texts, the same on both engines, in the order of the layout. */
type Row = readonly (string | null)[]

const rowsPerBatch = 2_000
/** Papers are long: some hundred of them fill a batch. */
const charactersPerBatch = 2_000_000

export function countSqliteRows(sqlite: Sqlite, { name }: TableLayout): number {
  return sqlite
    .prepare(`SELECT COUNT(*) FROM ${quote(name)}`)
    .pluck()
    .get() as number
}

/** @throws on a value that PostgreSQL would not keep as it is */
export function* readSqliteRows(sqlite: Sqlite, layout: TableLayout): Generator<Row> {
  const { name, columns } = layout
  const statement = sqlite.prepare(`SELECT ${listColumns(layout)} FROM ${quote(name)}`)
  // SQLite's integers have 64 bits, a number of JavaScript has 53.
  for (const values of statement.raw().safeIntegers().iterate() as Iterable<unknown[]>) {
    yield columns.map((column, index) => {
      const text = toText(values[index], column.type)
      if (text !== undefined) return text
      const key = `${columns[0]?.name} ${values[0]}`
      throw new Error(
        `${name}.${column.name} of the row with ${key} holds no ${column.type}. Nothing was copied.`,
      )
    })
  }
}

/** Undefined where PostgreSQL has no such value. */
function toText(value: unknown, type: ColumnType): string | null | undefined {
  if (value === null) return null
  if (type === 'text') return typeof value === 'string' && !value.includes('\0') ? value : undefined
  if (type === 'double precision')
    return typeof value === 'number' || typeof value === 'bigint' ? `${Number(value)}` : undefined
  return typeof value === 'bigint' ? `${value}` : undefined
}

export function* toRowBatches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = []
  let characters = 0
  for (const row of rows) {
    batch.push(row)
    for (const value of row) characters += value?.length ?? 0
    if (batch.length < rowsPerBatch && characters < charactersPerBatch) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/** One array a column: a statement takes 65,535 parameters, and one text for many rows. */
export async function insertRows(client: ClientBase, layout: TableLayout, rows: readonly Row[]) {
  const arrays = layout.columns.map(({ type }, index) => `$${index + 1}::${type}[]`)
  await client.query(
    `INSERT INTO ${quote(layout.name)} (${listColumns(layout)})
     SELECT * FROM unnest(${arrays.join(', ')})`,
    layout.columns.map((_, index) => rows.map((row) => row[index])),
  )
}

/** Must run in a transaction, which a cursor needs. */
export async function* readPostgresRows(
  client: ClientBase,
  layout: TableLayout,
): AsyncGenerator<Row[]> {
  const types = { getTypeParser: () => (text: string) => text }
  await client.query(
    `DECLARE copied NO SCROLL CURSOR FOR SELECT ${listColumns(layout)} FROM ${quote(layout.name)}`,
  )
  for (;;) {
    const text = `FETCH ${rowsPerBatch} FROM copied`
    const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array', types })
    if (rows.length === 0) break
    yield rows.map((row) =>
      row.map((value, index) =>
        // The engines write the same number in more than one way.
        value !== null && layout.columns[index]?.type === 'double precision'
          ? `${Number(value)}`
          : value,
      ),
    )
  }
  await client.query('CLOSE copied')
}

/** How many rows, and a sum over their content that does not depend on their order. */
export class Fingerprint {
  #rows = 0
  #sum = 0n

  add(rows: readonly Row[]) {
    this.#rows += rows.length
    for (const row of rows) {
      const digest = hash('sha256', JSON.stringify(row), 'buffer')
      this.#sum = BigInt.asUintN(64, this.#sum + digest.readBigUInt64BE())
    }
  }

  equals(other: Fingerprint): boolean {
    return this.#rows === other.#rows && this.#sum === other.#sum
  }

  toString(): string {
    const checksum = this.#sum.toString(16).padStart(16, '0')
    return `${this.#rows.toLocaleString('en-US')} rows, checksum ${checksum}`
  }
}

function listColumns({ columns }: TableLayout): string {
  return columns.map(({ name }) => quote(name)).join(', ')
}

function quote(name: string): string {
  return `"${name}"`
}
