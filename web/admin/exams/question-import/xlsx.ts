import readWorkbook, { type Sheet, type SheetData } from 'read-excel-file/universal'
import writeSheet from 'write-excel-file/universal'
import type { FileError, PortableQuestion } from '#core/questions/formats/portable-question.ts'
import { readTable, type TableReading, writeTable } from '#core/questions/formats/question-table.ts'
import { toColumnLetter } from '#core/questions/formats/table-columns.ts'
import { countFilled, findHeaderRow } from '#core/questions/formats/table-heads.ts'
import type { TableRow, TableSettings } from '#core/questions/formats/table-layout.ts'
import { readShownNumbers, type ShownNumbers } from './shown-numbers.ts'

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

/** What the author says where a table leaves a choice. */
export type WorkbookSettings = TableSettings & {
  /** The index of a sheet among those that hold anything. */
  readonly sheet?: number
}

export type Sheets = { readonly names: readonly string[]; readonly chosen: number }

type WorkbookReading = TableReading & { readonly sheets: Sheets | null }

/** The sheet that is asked for, else the first that names its columns, else the first with cells. */
export async function readXlsx(
  bytes: ArrayBuffer,
  settings: WorkbookSettings = {},
): Promise<WorkbookReading> {
  let sheets: Sheet[]
  let shownNumbers: ReturnType<typeof readShownNumbers>
  try {
    sheets = await readWorkbook(bytes, { trim: false })
    shownNumbers = readShownNumbers(bytes)
  } catch {
    const message = 'This workbook cannot be read. Save it again as .xlsx, or as CSV.'
    return { entries: [], errors: [{ line: null, message }], table: null, sheets: null }
  }
  const tables = sheets.map(({ sheet, data }) => ({
    name: sheet,
    ...toTable(data, shownNumbers.get(sheet)),
  }))
  const filled = tables.filter(({ rows }) => rows.some(({ cells }) => countFilled(cells) > 0))
  const found = filled.findIndex(({ rows }) => findHeaderRow(rows) >= 0)
  const chosen = settings.sheet ?? Math.max(0, found)
  const table = filled[chosen]
  const read = readTable(table?.rows ?? [], settings)
  return {
    ...read,
    errors: [...(table?.errors ?? []), ...read.errors],
    sheets: filled.length > 1 ? { names: filled.map(({ name }) => name), chosen } : null,
  }
}

function toTable(
  data: SheetData,
  shown: ShownNumbers | undefined,
): { rows: TableRow[]; errors: FileError[] } {
  const errors: FileError[] = []
  const rows = data.map((row, index) => ({
    line: index + 1,
    cells: row.map((cell: unknown, position) => {
      if (cell instanceof Date) {
        const message = 'A cell of this row holds a date, not a text: look over what became of it.'
        errors.push({ line: index + 1, message })
        return cell.toISOString().slice(0, 10)
      }
      if (cell === null) return ''
      return shown?.get(`${toColumnLetter(position)}${index + 1}`) ?? String(cell)
    }),
  }))
  return { rows, errors }
}
