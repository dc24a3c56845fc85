import { parentPort, workerData } from 'node:worker_threads'
import writeXlsxFile from 'write-excel-file/node'
import { getCellAddress } from 'write-excel-file/utility'
import { getWallClock } from '#contract/institute-clock.ts'
import type { Cell, SpreadsheetRow } from './spreadsheet.ts'

/** XML has no place for these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const invalidXmlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const rows: SpreadsheetRow[] = []

parentPort?.on('message', async (chunk: readonly SpreadsheetRow[] | null) => {
  if (chunk) return void rows.push(...chunk)
  const [headers = [], ...body] = rows
  const cells = [
    headers.map((value) => ({ value: String(value), fontWeight: 'bold' as const })),
    ...body.map((row) => row.map(toCell)),
  ]
  const sheetOptions = {
    sheet: workerData.sheet,
    columns: headers.map((header, column) => ({
      width: computeWidth(String(header), body, column),
    })),
    stickyRowsCount: 1,
  }
  const features = [createAutoFilter(rows.length, headers.length)]
  parentPort?.postMessage(await writeXlsxFile(cells, sheetOptions, { features }).toBuffer())
})

/** Texts as text, which no program takes for a formula or a number, not even when it is edited. */
function toCell(value: Cell) {
  if (typeof value === 'number') return { value, type: Number }
  if (value !== null && typeof value === 'object') {
    return 'day' in value
      ? { value: new Date(value.day), type: Date, format: 'dd mmm yyyy' }
      : {
          value: new Date(getWallClock(value.at)),
          type: Date,
          format: 'dd mmm yyyy hh:mm',
        }
  }
  const text = value?.replace(invalidXmlCharacters, '')
  return text ? { value: text, type: String, format: '@' } : null
}

/** Buttons in the first row that sort and filter. */
function createAutoFilter(rowCount: number, columnCount: number) {
  const lastCell = getCellAddress(rowCount - 1, columnCount - 1)
  const element = `<autoFilter ref="A1:${lastCell}"/>`
  const transform = (xml: string) => xml.replace('</sheetData>', `</sheetData>${element}`)
  return { files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform } } } }
}

const dateWidth = 17

function computeWidth(header: string, body: readonly SpreadsheetRow[], column: number) {
  const longest = body
    .slice(0, 200)
    .reduce((most, row) => Math.max(most, measure(row[column] ?? null)), header.length)
  // The button of the filter takes some room beside the head.
  return Math.min(longest + 4, 50)
}

function measure(value: Cell): number {
  return value !== null && typeof value === 'object' ? dateWidth : String(value ?? '').length
}
