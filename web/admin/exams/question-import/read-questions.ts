import { readAiken } from '#core/questions/formats/aiken.ts'
import type { ImportResult } from '#core/questions/formats/portable-question.ts'
import { readGift } from '#core/questions/formats/read-gift.ts'
import { readCsv } from './csv.ts'
import { decodeBytes } from './decode-bytes.ts'
import { detectFormat, isWorkbook } from './detect-format.ts'
import type { Format } from './formats.ts'
import { readMoodleXml } from './moodle-xml-reader.ts'
import { parseHtmlContent } from './parse-html-content.ts'
import { readXlsx } from './xlsx.ts'

/** What was pasted, or what a file holds. */
export type Source =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'workbook'; readonly bytes: ArrayBuffer }

export type Reading = ImportResult & { readonly format: Format | null }

export const maxFileBytes = 5 * 1024 * 1024

const readers = {
  gift: (file: string) => readGift(file, parseHtmlContent),
  aiken: readAiken,
  moodle: readMoodleXml,
  csv: readCsv,
} as const

export function toSource(bytes: ArrayBuffer): Source {
  const view = new Uint8Array(bytes)
  if (isWorkbook(view)) return { kind: 'workbook', bytes }
  return { kind: 'text', text: decodeBytes(view) }
}

/** In the named format, or in the one it looks like. */
export async function readQuestions(source: Source, namedFormat: Format | null): Promise<Reading> {
  if (source.kind === 'workbook') return { format: 'xlsx', ...(await readXlsx(source.bytes)) }
  const format = namedFormat && namedFormat !== 'xlsx' ? namedFormat : detectFormat(source.text)
  if (!format || format === 'xlsx') return { format: null, entries: [], errors: [] }
  const read = readers[format](source.text)
  if (read.entries.length > 0 || read.errors.length > 0) return { format, ...read }
  return {
    format,
    entries: [],
    errors: [{ line: null, message: 'There are no questions in this.' }],
  }
}
