import writeSheet from 'write-excel-file/universal'
import type { PortableQuestion } from '#core/questions/formats/kind-formats.ts'
import type { FileError } from '#core/questions/formats/portable-question.ts'
import { findHeaderRow, type QuestionField } from '#core/questions/formats/question-heads.ts'
import { readTable, type TableReading, writeTable } from '#core/questions/formats/question-table.ts'
import { countFilled } from '#core/tables/heads.ts'
import type { TableSettings } from '#core/tables/layout.ts'
import { readWorkbook, type WorkbookSheet } from '../../../spreadsheets/workbook/read-workbook.ts'
import { WorkbookError } from '../../../spreadsheets/workbook/workbook-archive.ts'

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

/** The author's choices where a table leaves one. */
export type WorkbookSettings = TableSettings<QuestionField> & {
  /** The index of a sheet among those that hold anything. */
  readonly sheet?: number
}

export type Sheets = { readonly names: readonly string[]; readonly chosen: number }

type WorkbookReading = TableReading & { readonly sheets: Sheets | null }

/** The sheet that is asked for, else the first that names its columns, else the first with cells. */
export function readXlsx(bytes: ArrayBuffer, settings: WorkbookSettings = {}): WorkbookReading {
  let sheets: WorkbookSheet[]
  try {
    sheets = readWorkbook(bytes)
  } catch (error) {
    const message = error instanceof WorkbookError ? error.message : unreadableMessage
    return { entries: [], errors: [{ line: null, message }], table: null, sheets: null }
  }
  const filled = sheets.filter(({ rows }) => rows.some(({ cells }) => countFilled(cells) > 0))
  const found = filled.findIndex(({ rows }) => findHeaderRow(rows) >= 0)
  const chosen = settings.sheet ?? Math.max(0, found)
  const read = readTable(filled[chosen]?.rows ?? [], settings)
  const names = filled.map(({ name }) => name)
  return {
    ...read,
    errors: [...read.errors, ...listUnreadSheets(names, chosen)],
    sheets: filled.length > 1 ? { names, chosen } : null,
  }
}

const unreadableMessage = 'This workbook cannot be read. Save it again as .xlsx, or as CSV.'
const maxListedSheets = 5

function listUnreadSheets(names: readonly string[], chosen: number): FileError[] {
  const others = names.filter((_, at) => at !== chosen).map((name) => `"${name}"`)
  if (others.length === 0) return []
  const listed = others.slice(0, maxListedSheets).join(', ')
  const rest = others.length - maxListedSheets
  const message = `Only the sheet "${names[chosen]}" is read, not ${listed}${rest > 0 ? ` and ${rest} more` : ''}. Another one is chosen under "Show the columns".`
  return [{ line: null, message }]
}
