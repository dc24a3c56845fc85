import { once } from 'node:events'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { formatInstituteDay, formatInstituteInstant } from '#contract/institute-clock.ts'
import { toBatches } from '../database/database.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

export type Cell = string | number | null | DateCell
/** A day like "2026-11-21", or a moment in milliseconds since 1970. */
export type DateCell = { readonly day: string } | { readonly at: number }
export type SpreadsheetRow = readonly Cell[]
export type SpreadsheetColumn<Row> = readonly [head: string, cell: (row: Row) => Cell]

export type Spreadsheet<Row> = {
  /** The title of the file. */
  readonly title: string
  /** The name of the sheet in a workbook. */
  readonly sheet: string
  readonly columns: readonly SpreadsheetColumn<Row>[]
  /** Rows in batches, so that a large list neither fills memory nor blocks other requests. */
  readonly chunks: AsyncIterable<readonly Row[]>
}

export type SpreadsheetFile = {
  readonly type: string
  readonly name: string
  readonly content: Readable | Buffer
}

export const rowsPerChunk = 500

/** One at a time: a large workbook takes a core and 200 MB for two seconds. */
const runLimited = createConcurrencyLimit({ atOnce: 1, maxWaiting: 10, jobSeconds: 3 })

export async function createSpreadsheet<Row>(
  table: Spreadsheet<Row>,
  format: 'csv' | 'xlsx',
  at: number,
): Promise<SpreadsheetFile> {
  const name = `${table.title.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}-${formatInstituteDay(at)}.${format}`
  return format === 'csv'
    ? { type: 'text/csv; charset=utf-8', name, content: Readable.from(toCsv(table)) }
    : { type: xlsxType, name, content: await runLimited(() => toWorkbook(table)) }
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The ids are read first, so that no row is lost or repeated while the export runs. */
export async function* loadInChunks<Row>(
  ids: readonly string[],
  load: (ids: readonly string[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (const batch of toBatches(ids, rowsPerChunk)) {
    yield await load(batch)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** The headings first, then the rows in their batches. */
async function* toCells<Row>({
  columns,
  chunks,
}: Spreadsheet<Row>): AsyncGenerator<SpreadsheetRow[]> {
  yield [columns.map(([head]) => head)]
  for await (const rows of chunks)
    if (rows.length > 0) yield rows.map((row) => columns.map(([, cell]) => cell(row)))
}

/** With these a spreadsheet takes a cell for a formula; the apostrophe says that it is words. */
const formulaStart = /^[=+\-@\t\r\n]/
/** Without it Excel assumes an older encoding. */
const byteOrderMark = '\uFEFF'

async function* toCsv<Row>(table: Spreadsheet<Row>): AsyncGenerator<string> {
  const { unparse } = (await import('papaparse')).default
  yield byteOrderMark
  for await (const rows of toCells(table)) {
    const cells = rows.map((row) => row.map(toCsvCell))
    yield `${unparse(cells, { escapeFormulae: formulaStart })}\r\n`
  }
}

/** Dates as ISO 8601 has them. */
function toCsvCell(cell: Cell): string | number | null {
  if (cell === null || typeof cell !== 'object') return cell
  return 'day' in cell ? cell.day : formatInstituteInstant(cell.at)
}

/** In a separate thread: building it would block every other call for seconds. */
async function toWorkbook<Row>(table: Spreadsheet<Row>): Promise<Buffer> {
  const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    workerData: { sheet: table.sheet },
  })
  try {
    const finished = once(worker, 'message')
    // Awaited below; until then nothing handles a worker that fails early.
    finished.catch(() => undefined)
    for await (const rows of toCells(table)) worker.postMessage(rows)
    worker.postMessage(null)
    const [bytes] = (await finished) as [Uint8Array]
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } finally {
    await worker.terminate()
  }
}
