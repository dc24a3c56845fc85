import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate'
import { decodeEntities } from './page/page-text.ts'

/** The texts of number cells that a spreadsheet shows otherwise than as a bare number, by address. */
export type ShownNumbers = ReadonlyMap<string, string>

const maxUnpackedBytes = 50 * 1024 * 1024

/** By the name of the sheet: 0.5 as "50%", 7 as "007", where the format of the cell says so. */
export function readShownNumbers(bytes: ArrayBuffer): ReadonlyMap<string, ShownNumbers> {
  let unpackedBytes = 0
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    if (!/^xl\/(styles|workbook|_rels\/workbook|worksheets\/[^/]+)\.xml(\.rels)?$/.test(name))
      return false
    unpackedBytes += originalSize
    return unpackedBytes <= maxUnpackedBytes
  }
  const files = unzipSync(new Uint8Array(bytes), { filter })
  const read = (path: string) => (files[path] ? strFromU8(files[path]) : '')
  const formats = readCellFormats(read('xl/styles.xml'))
  const targets = new Map(
    listTags(read('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ Id, Target }) => [
      Id,
      (Target ?? '').replace(/^\/?(xl\/)?/, 'xl/'),
    ]),
  )
  return new Map(
    listTags(read('xl/workbook.xml'), 'sheet').map((sheet) => [
      decodeEntities(sheet.name ?? ''),
      formatCells(read(targets.get(sheet['r:id']) ?? ''), formats),
    ]),
  )
}

type Attributes = Readonly<Record<string, string | undefined>>

function listTags(xml: string, name: string): Attributes[] {
  return [...xml.matchAll(new RegExp(`<${name}\\s([^<>]*)>`, 'g'))].map(([, attributes]) =>
    readAttributes(attributes ?? ''),
  )
}

/** Longer than any tag that is looked for: a name without an end would take its square. */
const maxAttributesLength = 2000

function readAttributes(source: string): Attributes {
  return Object.fromEntries(
    [...source.slice(0, maxAttributesLength).matchAll(/([\w:]+)="([^"]*)"/g)].map(
      ([, name, value]) => [name, value],
    ),
  )
}

/** Formats that every workbook has without naming them. */
const builtInFormats = [
  ['1', '0'],
  ['2', '0.00'],
  ['9', '0%'],
  ['10', '0.00%'],
] as const

/** The number format of each style, in the order that cells count them. */
function readCellFormats(styles: string): (string | undefined)[] {
  const named = listTags(styles, 'numFmt').map(
    ({ numFmtId, formatCode }) => [numFmtId, decodeEntities(formatCode ?? '')] as const,
  )
  const codes = new Map<string | undefined, string>([...builtInFormats, ...named])
  const from = styles.indexOf('<cellXfs')
  const cellStyles = from < 0 ? '' : styles.slice(from, styles.indexOf('</cellXfs>', from))
  return listTags(cellStyles, 'xf').map(({ numFmtId }) => codes.get(numFmtId))
}

function formatCells(sheet: string, formats: readonly (string | undefined)[]): ShownNumbers {
  const shown = new Map<string, string>()
  const cells = /<c\s([^<>]*)>(?:<f[^<>]*>(?:[^<]*<\/f>)?)?<v>([^<]*)<\/v>/g
  for (const [, source, value] of sheet.matchAll(cells)) {
    const { r: address, s: style, t: type = 'n' } = readAttributes(source ?? '')
    const format = formats[Number(style)]
    const text = type === 'n' && format ? formatNumber(Number(value), format) : null
    if (address && text !== null) shown.set(address, text)
  }
  return shown
}

/** Zeros in front, decimals and per cent; null for a format that has more in it. */
export function formatNumber(value: number, format: string): string | null {
  const [, whole, decimals = '', percent] = /^(0+)(?:\.(0+))?(%?)$/.exec(format) ?? []
  if (!whole || !Number.isFinite(value)) return null
  const text = Math.abs(percent ? value * 100 : value).toFixed(decimals.length)
  const width = whole.length + (decimals ? decimals.length + 1 : 0)
  return `${value < 0 ? '-' : ''}${text.padStart(width, '0')}${percent}`
}
