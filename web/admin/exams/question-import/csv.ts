import Papa from 'papaparse'
import {
  type FileError,
  type ImportResult,
  type PortableQuestion,
  toUnixLines,
} from '#core/questions/formats/portable-question.ts'
import { readTable, type TableRow, writeTable } from '#core/questions/formats/question-table.ts'

/** With the mark that tells Excel it is UTF-8, and no cell that a spreadsheet would run. */
export function writeCsv(questions: readonly PortableQuestion[]): string {
  const rows = writeTable(questions).map((cells) => cells.map(escapeFormula))
  return `\ufeff${Papa.unparse(rows, { newline: '\r\n' })}\r\n`
}

/** Commas, semicolons or tabs: which of them is found out. */
export function readCsv(file: string): ImportResult {
  const { rows, errors } = parseCsvRows(file)
  const read = readTable(rows)
  return { entries: read.entries, errors: [...errors, ...read.errors] }
}

export function parseCsvRows(file: string, preview = 0) {
  const text = toUnixLines(file).replace(/^\ufeff/, '')
  const rows: TableRow[] = []
  const fileErrors: FileError[] = []
  let line = 1
  let from = 0
  Papa.parse<string[]>(text, {
    delimiter: detectDelimiter(text),
    preview,
    step: ({ data, errors, meta }) => {
      rows.push({ line, cells: data.map(unescapeFormula) })
      if (errors.some(({ type }) => type === 'Quotes')) {
        fileErrors.push({ line, message: 'A quotation mark is opened here and not closed.' })
      }
      for (; from < meta.cursor; from += 1) if (text[from] === '\n') line += 1
    },
  })
  return { rows, errors: fileErrors }
}

/** The sign that the first row has most of, outside quotation marks. */
function detectDelimiter(text: string): string {
  const counts = { ',': 0, ';': 0, '\t': 0 }
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n') {
      if (Object.values(counts).some((count) => count > 0)) break
    } else if (character in counts) counts[character as keyof typeof counts] += 1
  }
  const [most] = Object.entries(counts).sort(([, a], [, b]) => b - a)
  return most && most[1] > 0 ? most[0] : ','
}

/**
 * A cell that begins with one of these is run as a formula by a spreadsheet program; behind a `'`
 * it is a text. Those that already stand behind one get one more, so that reading takes it back.
 */
const startsLikeFormula = /^'*[=+\-@\t\r]/
const escapedFormula = /^'+[=+\-@\t\r]/

export function escapeFormula(cell: string): string {
  return startsLikeFormula.test(cell) ? `'${cell}` : cell
}

export function unescapeFormula(cell: string): string {
  return escapedFormula.test(cell) ? cell.slice(1) : cell
}
