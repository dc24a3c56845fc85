import '../../../client/stand-ins.ts'
import { parseCsvRows } from '../../../spreadsheets/csv.ts'
import type { Source } from '../../../spreadsheets/source.ts'
import { readWorkbook } from '../../../spreadsheets/workbook/read-workbook.ts'
import { WorkbookError } from '../../../spreadsheets/workbook/workbook-archive.ts'
import type { Sheet } from './import-state.ts'

/** The page hears this, or nothing if it ends this worker before. */
export type TableReading = { readonly sheets: readonly Sheet[]; readonly errors: readonly string[] }

self.addEventListener('message', ({ data }: MessageEvent<Source>) => {
  self.postMessage(readSheets(data))
})

function readSheets(source: Source): TableReading {
  if (source.kind === 'text') {
    const { rows, errors } = parseCsvRows(source.text)
    return {
      sheets: [{ name: '', rows }],
      errors: errors.map(({ line, message }) => `Line ${line}: ${message}`),
    }
  }
  try {
    const sheets = readWorkbook(source.bytes, 'table').map(({ name, rows }) => ({
      name,
      rows: rows.map(({ line, cells }) => ({ line, cells })),
    }))
    return { sheets: sheets.filter(({ rows }) => rows.length > 0), errors: [] }
  } catch (error) {
    const message = error instanceof WorkbookError ? error.message : unreadableMessage
    return { sheets: [], errors: [message] }
  }
}

const unreadableMessage = 'This workbook cannot be read. Save it again as .xlsx, or as CSV.'
