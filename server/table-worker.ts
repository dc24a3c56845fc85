import { parentPort } from 'node:worker_threads'
import writeXlsxFile from 'write-excel-file/node'
import type { TableRow } from './table-file.ts'

/** XML has no place for these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const rows: TableRow[] = []

parentPort?.on('message', async (more: readonly TableRow[] | null) => {
  if (more) return void rows.push(...more)
  const [heads = [], ...body] = rows
  const sheet = [heads.map((value) => ({ value: String(value), fontWeight: 'bold' as const }))]
  const bytes = await writeXlsxFile([...sheet, ...body.map(cellsOf)], {
    columns: heads.map((head, place) => ({ width: widthOf(String(head), body, place) })),
    stickyRowsCount: 1,
  }).toBuffer()
  parentPort?.postMessage(bytes)
})

/** As text, which no program takes for a formula or a number, not even when it is edited. */
function cellsOf(row: TableRow) {
  return row.map((value) => {
    if (typeof value === 'number') return { value, type: Number }
    const words = value?.replace(unwritable, '')
    return words ? { value: words, type: String, format: '@' } : null
  })
}

function widthOf(head: string, body: readonly TableRow[], place: number) {
  const longest = body
    .slice(0, 200)
    .reduce((most, row) => Math.max(most, String(row[place] ?? '').length), head.length)
  return Math.min(longest + 2, 50)
}
