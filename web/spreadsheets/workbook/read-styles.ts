import { isDateFormat } from './format-number.ts'
import { readXml } from './read-xml.ts'
import { createFontReader, type Font, type FontReader, plainFont } from './rich-text.ts'

export type CellStyle = {
  readonly format: string
  readonly isDate: boolean
  readonly font: Font
}

/** Formats that every workbook has without naming them: ECMA-376 18.8.30. */
const builtInFormats = [
  ...['General', '0', '0.00', '#,##0', '#,##0.00'],
  // Four with the currency of the country.
  ...['currency', 'currency', 'currency', 'currency'],
  ...['0%', '0.00%', '0.00E+00', '# ?/?', '# ??/??'],
]
const dateIds = new Set([...range(14, 22), ...range(27, 36), ...range(45, 47), ...range(50, 58)])
const groupedIds: Readonly<Record<number, string>> = {
  ...Object.fromEntries([37, 38].map((id) => [id, '#,##0;(#,##0)'])),
  ...Object.fromEntries([39, 40].map((id) => [id, '#,##0.00;(#,##0.00)'])),
  48: '##0.0E+0',
  49: '@',
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

/** The styles in the order that cells count them. */
export function readStyles(xml: string): readonly CellStyle[] {
  const named = new Map<number, string>()
  const fonts: Font[] = []
  const styles: { formatId: number; fontId: number }[] = []
  let font: FontReader | null = null
  let isCellStyles = false
  readXml(xml, {
    onOpen(name, attributes) {
      if (name === 'font') font = createFontReader()
      else font?.onOpen(name, attributes)
      if (name === 'numFmt') named.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') isCellStyles = true
      if (name === 'xf' && isCellStyles)
        styles.push({ formatId: Number(attributes.numFmtId), fontId: Number(attributes.fontId) })
    },
    onClose(name) {
      if (name === 'cellXfs') isCellStyles = false
      // Fonts of conditional formats stand behind the styles, and are not counted.
      if (name === 'font' && font && styles.length === 0) fonts.push(font.getFont())
      if (name === 'font') font = null
    },
  })
  return styles.map(({ formatId, fontId }) => {
    const format = named.get(formatId) ?? groupedIds[formatId] ?? builtInFormats[formatId]
    return {
      format: format ?? 'General',
      isDate: named.has(formatId) ? isDateFormat(format ?? '') : dateIds.has(formatId),
      font: fonts[fontId] ?? plainFont,
    }
  })
}
