import { indexOfUnescaped } from '#core/questions/formats/gift-escapes.ts'
import { isHeaderRow } from '#core/questions/formats/question-table.ts'
import { parseCsvRows } from './csv.ts'
import type { Format } from './formats.ts'

/** By what stands in it: the name of a file promises nothing, and a paste has none. */
export function detectFormat(text: string): Format | null {
  const start = text.replace(/^\ufeff/, '').trimStart()
  if (start === '') return null
  if (start.startsWith('<')) return 'moodle'
  if (isHeaderRow(parseCsvRows(start, 1).rows[0]?.cells ?? [])) return 'csv'
  if (isAiken(start)) return 'aiken'
  if (isGift(start)) return 'gift'
  return parseCsvRows(start, 1).rows.some(({ cells }) => cells.length >= 6) ? 'csv' : null
}

// Within a line only: what also takes line breaks would go over the rest of the file at each.
function isAiken(text: string): boolean {
  return (
    /^[^\S\r\n\u2028\u2029]*ANSWER[^\S\r\n]*:/im.test(text) &&
    /^[^\S\r\n\u2028\u2029]*[A-Z][.)]\s/m.test(text)
  )
}

function isGift(text: string): boolean {
  if (/^[^\S\r\n\u2028\u2029]*(::|\$CATEGORY:)/m.test(text)) return true
  const opens = indexOfUnescaped(text, '{')
  return opens >= 0 && indexOfUnescaped(text, '}', opens) > opens
}

/** A workbook is a zip archive, whatever it is called. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}
