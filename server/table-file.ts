import { once } from 'node:events'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { site } from '#site'
import { takeTurns } from './turns.ts'

export type Cell = string | number | null
export type TableRow = readonly Cell[]

export type Table = {
  readonly title: string
  readonly heads: readonly string[]
  /** Some rows at a time, so that neither memory nor anybody else's call waits for all of them. */
  readonly chunks: AsyncIterable<readonly TableRow[]>
}

export type TableFile = {
  readonly type: string
  readonly name: string
  readonly content: Readable | Buffer
}

export const rowsAtOnce = 500

/** One after the other: a large workbook takes a processor and 200 MB for two seconds. */
const inTurn = takeTurns({ atOnce: 1, mostWaiting: 10, jobSeconds: 3 })

export async function tableFile(
  table: Table,
  format: 'csv' | 'xlsx',
  at: number,
): Promise<TableFile> {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone }).format(at)
  const name = `${table.title.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}-${day}.${format}`
  return format === 'csv'
    ? { type: 'text/csv; charset=utf-8', name, content: Readable.from(csvOf(table)) }
    : { type: xlsxType, name, content: await inTurn(() => workbookOf(table)) }
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The ids are read first, so that nobody is lost or told twice while the rows are on their way. */
export async function* chunksOf<Row>(
  ids: readonly string[],
  load: (ids: readonly string[]) => Promise<readonly Row[]>,
  toCells: (row: Row) => TableRow,
): AsyncGenerator<readonly TableRow[]> {
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = await load(ids.slice(from, from + rowsAtOnce))
    yield rows.map(toCells)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** With these a spreadsheet takes a cell for a formula; the apostrophe says that it is words. */
const formulaStart = /^[=+\-@\t\r\n]/
/** Excel takes a file without it for an older set of letters. */
const byteOrderMark = '\uFEFF'

async function* csvOf({ heads, chunks }: Table): AsyncGenerator<string> {
  const { unparse } = (await import('papaparse')).default
  const linesOf = (rows: readonly TableRow[]) =>
    `${unparse(rows as Cell[][], { escapeFormulae: formulaStart })}\r\n`
  yield byteOrderMark + linesOf([heads])
  for await (const rows of chunks) {
    if (rows.length > 0) yield linesOf(rows)
  }
}

/** In a thread of its own: making it would hold every other call for seconds. */
async function workbookOf({ heads, chunks }: Table): Promise<Buffer> {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  try {
    const made = once(worker, 'message')
    // Told below; until then nobody listens for a worker that fails early.
    made.catch(() => undefined)
    worker.postMessage([heads])
    for await (const rows of chunks) worker.postMessage(rows)
    worker.postMessage(null)
    const [bytes] = (await made) as [Uint8Array]
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } finally {
    await worker.terminate()
  }
}
