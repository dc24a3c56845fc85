import { readSheet, type SheetData } from 'read-excel-file/universal'
import writeSheet from 'write-excel-file/universal'
import type {
  FileError,
  ImportResult,
  PortableQuestion,
} from '#core/questions/formats/portable-question.ts'
import { readTable, writeTable } from '#core/questions/formats/question-table.ts'

/** In characters. */
const widths: Readonly<Record<string, number>> = { Question: 48, Code: 36, Correct: 10, Kind: 18 }
const optionWidth = 24

/** Each cell is a text and can be no formula, whatever it begins with. */
export function writeXlsx(questions: readonly PortableQuestion[]): Promise<Blob> {
  const [headers = [], ...rows] = writeTable(questions)
  const headerCells = headers.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const cells = rows.map((row) =>
    row.map((value) =>
      value === '' ? null : { value: escapeUnderscores(value), type: String, wrap: true },
    ),
  )
  return writeSheet([headerCells, ...cells], {
    sheet: 'Questions',
    columns: headers.map((header) => ({ width: widths[header] ?? optionWidth })),
    stickyRowsCount: 1,
  }).toBlob()
}

/** Workbooks write letters as `_x0041_`, so what looks like that gets its underscore written so. */
function escapeUnderscores(text: string): string {
  return text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
}

/** The first sheet of the book. */
export async function readXlsx(bytes: ArrayBuffer): Promise<ImportResult> {
  let sheet: SheetData
  try {
    sheet = await readSheet(bytes, { trim: false })
  } catch {
    const message = 'This workbook cannot be read. Save it again as .xlsx, or as CSV.'
    return { entries: [], errors: [{ line: null, message }] }
  }
  const errors: FileError[] = []
  const rows = sheet.map((row, index) => ({
    line: index + 1,
    cells: row.map((cell: unknown) => {
      if (cell instanceof Date) {
        const message = 'A cell of this row holds a date, not a text: look over what became of it.'
        errors.push({ line: index + 1, message })
        return cell.toISOString().slice(0, 10)
      }
      return cell === null ? '' : String(cell)
    }),
  }))
  const read = readTable(rows)
  return { entries: read.entries, errors: [...errors, ...read.errors] }
}
