import { isAnswerLine, isFirstOptionLine, readAiken } from '#core/questions/formats/aiken.ts'
import { readGift } from '#core/questions/formats/gift.ts'
import { indexOfUnescaped } from '#core/questions/formats/gift-escapes.ts'
import type { ImportResult } from '#core/questions/formats/import-entry.ts'
import { findHeaderRow } from '#core/questions/formats/question-heads.ts'
import type { TableReading } from '#core/questions/formats/question-table.ts'
import { parseCsvRows } from '../../../spreadsheets/csv.ts'
import type { Source } from '../../../spreadsheets/source.ts'
import { readCsv } from './csv.ts'
import type { Format } from './formats.ts'
import { readMoodleXml } from './moodle-xml-reader.ts'
import { parseHtmlContent } from './page/parse-html-content.ts'
import { readXlsx, type Sheets, type WorkbookSettings } from './xlsx.ts'

/** Goes by the content: the name of a file promises nothing, and a paste has none. */
export function detectFormat(text: string): Format | null {
  const start = text.replace(/^\ufeff/, '').trimStart()
  if (start === '') return null
  if (start.startsWith('<')) return 'moodle'
  const { rows } = parseCsvRows(start, detectionRows)
  if (findHeaderRow(rows) >= 0) return 'csv'
  if (isAiken(start)) return 'aiken'
  if (hasGiftTitle(start)) return 'gift'
  // Braces may as well be those of code in a table.
  if (isEvenTable(rows)) return 'csv'
  if (hasGiftAnswers(start)) return 'gift'
  return isTable(rows) ? 'csv' : null
}

/** So many rows may hold a title, and the heads. */
const detectionRows = 21

type Rows = readonly { readonly cells: readonly string[] }[]

const isWide = ({ cells }: Rows[number]) => cells.length >= 6

function isEvenTable(rows: Rows): boolean {
  const [first, ...others] = rows
  if (!first || others.length === 0 || !isWide(first)) return false
  return others.every(({ cells }) => cells.length === first.cells.length)
}

function isTable(rows: Rows): boolean {
  return rows.slice(0, 1).some(isWide) || rows.filter(isWide).length > rows.length / 2
}

function isAiken(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.some(isAnswerLine) && lines.some(isFirstOptionLine)
}

function hasGiftTitle(text: string): boolean {
  return /^[^\S\r\n\u2028\u2029]*(::|\$CATEGORY:)/m.test(text)
}

function hasGiftAnswers(text: string): boolean {
  const opens = indexOfUnescaped(text, '{')
  return opens >= 0 && indexOfUnescaped(text, '}', opens) > opens
}

export type Reading = ImportResult & {
  readonly format: Format | null
  /** Null where it is no table. */
  readonly table: TableReading['table']
  readonly sheets: Sheets | null
}

const readers = {
  gift: (file: string) => readGift(file, parseHtmlContent),
  aiken: readAiken,
  moodle: readMoodleXml,
} as const

/** In the named format, or in the one it looks like. */
export async function readQuestions(
  source: Source,
  namedFormat: Format | null,
  settings: WorkbookSettings = {},
): Promise<Reading> {
  if (source.kind === 'workbook') return { format: 'xlsx', ...readXlsx(source.bytes, settings) }
  const format = namedFormat && namedFormat !== 'xlsx' ? namedFormat : detectFormat(source.text)
  const nothing = { table: null, sheets: null, entries: [], errors: [] }
  if (!format || format === 'xlsx') return { ...nothing, format: null }
  const read = format === 'csv' ? readCsv(source.text, settings) : readers[format](source.text)
  if (read.entries.length > 0 || read.errors.length > 0) return { ...nothing, format, ...read }
  return {
    ...nothing,
    format,
    errors: [{ line: null, message: 'There are no questions in this.' }],
  }
}
