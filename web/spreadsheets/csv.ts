import Papa from 'papaparse'
import { type FileError, toUnixLines } from '#core/questions/formats/portable-question.ts'
import type { TableRow } from '#core/tables/row.ts'

/** With the mark that tells Excel it is UTF-8, and no cell that a spreadsheet would run. */
export function writeCsvRows(rows: readonly (readonly string[])[]): string {
  const escaped = rows.map((cells) => cells.map(escapeFormula))
  return `\ufeff${Papa.unparse(escaped, { newline: '\r\n' })}\r\n`
}

/** Excel names the delimiter in a first line of its own. */
const delimiterLine = /^sep=([^\n])\n/i

/** Commas, semicolons or tabs: which of them is found out. */
export function parseCsvRows(file: string, preview = 0) {
  const whole = toUnixLines(file).replace(/^\ufeff/, '')
  const named = delimiterLine.exec(whole)
  const text = named ? whole.slice(named[0].length) : whole
  const rows: TableRow[] = []
  const fileErrors: FileError[] = []
  let line = named ? 2 : 1
  let from = 0
  Papa.parse<string[]>(text, {
    delimiter: named?.[1] ?? detectDelimiter(text),
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

const delimiters = [',', ';', '\t'] as const
const sampledRows = 20

/**
 * The sign that most of the first rows have equally often, outside quotation marks: a title above
 * the table has other signs than its rows.
 */
function detectDelimiter(text: string): string {
  const counts = countDelimiters(text)
  const scores = delimiters.map((delimiter, at) => {
    const rowsByCount = new Map<number, number>()
    for (const row of counts) {
      const count = row[at] ?? 0
      if (count > 0) rowsByCount.set(count, (rowsByCount.get(count) ?? 0) + 1)
    }
    const [[count, rows] = [0, 0]] = [...rowsByCount].sort(
      ([oneCount, one], [otherCount, other]) => other - one || otherCount - oneCount,
    )
    return { delimiter, count, rows }
  })
  const [best] = scores.sort((one, other) => other.rows - one.rows || other.count - one.count)
  return best && best.rows > 0 ? best.delimiter : ','
}

/** How often each delimiter stands in each of the first rows. */
function countDelimiters(text: string): number[][] {
  const rows: number[][] = []
  let row = delimiters.map(() => 0)
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n') {
      if (rows.push(row) === sampledRows) return rows
      row = delimiters.map(() => 0)
    } else {
      const at = delimiters.indexOf(character as (typeof delimiters)[number])
      if (at >= 0) row[at] = (row[at] ?? 0) + 1
    }
  }
  return [...rows, row]
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
