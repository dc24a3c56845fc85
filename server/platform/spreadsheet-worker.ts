import { parentPort } from 'node:worker_threads'
import writeXlsxFile from 'write-excel-file/node'
import type { SpreadsheetRow } from './spreadsheet.ts'

/** XML has no place for these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const invalidXmlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const rows: SpreadsheetRow[] = []

parentPort?.on('message', async (chunk: readonly SpreadsheetRow[] | null) => {
  if (chunk) return void rows.push(...chunk)
  const [headers = [], ...body] = rows
  const sheet = [headers.map((value) => ({ value: String(value), fontWeight: 'bold' as const }))]
  const bytes = await writeXlsxFile([...sheet, ...body.map(toCells)], {
    columns: headers.map((header, column) => ({
      width: computeWidth(String(header), body, column),
    })),
    stickyRowsCount: 1,
  }).toBuffer()
  parentPort?.postMessage(bytes)
})

/** As text, which no program takes for a formula or a number, not even when it is edited. */
function toCells(row: SpreadsheetRow) {
  return row.map((value) => {
    if (typeof value === 'number') return { value, type: Number }
    const text = value?.replace(invalidXmlCharacters, '')
    return text ? { value: text, type: String, format: '@' } : null
  })
}

function computeWidth(header: string, body: readonly SpreadsheetRow[], column: number) {
  const longest = body
    .slice(0, 200)
    .reduce((most, row) => Math.max(most, String(row[column] ?? '').length), header.length)
  return Math.min(longest + 2, 50)
}
