import { lossCauses } from '#core/questions/formats/loss-causes.ts'
import type { CellLoss, TableRow } from '#core/tables/row.ts'
import { formatDate, formatNumber } from './format-number.ts'
import type { CellStyle } from './read-styles.ts'
import { type Attributes, readXml } from './read-xml.ts'
import {
  createRichTextReader,
  plainFont,
  type RichText,
  type RichTextReader,
  setScript,
  unescapeCharacters,
} from './rich-text.ts'
import { WorkbookError } from './workbook-archive.ts'

export type SheetContext = {
  readonly strings: readonly RichText[]
  readonly styles: readonly CellStyle[]
  /** Whether days are counted from 1904. */
  readonly is1904: boolean
  /** The address that a link leads to, by the id of its relation. */
  readonly linkTargets: ReadonlyMap<string, string>
}

/** Only those with a cell that holds anything. */
export type SheetRow = TableRow & { readonly cells: string[]; readonly losses: CellLoss[] }

type Cell = {
  readonly position: number
  readonly attributes: Attributes
  value: string
  formula: string
  inlineText: RichTextReader | null
}

const maxLine = 1_048_576
const maxPosition = 16_384
/** Places of cells in a sheet, empty ones between others included. */
const maxPlaces = 5_000_000

/** The cells of a sheet as they are shown, and what of them is not in their texts. */
export function readSheet(xml: string, context: SheetContext): SheetRow[] {
  const rows: SheetRow[] = []
  const linked: { ref: string; target: string }[] = []
  const marks = createColumnMarks()
  let line = 0
  let row: SheetRow | null = null
  let cell: Cell | null = null
  let position = -1
  let isValue = false
  let isFormula = false
  let places = 0

  const addCell = ({ position: at, ...found }: Cell) => {
    const shown = readCell({ position: at, ...found }, context)
    const { text, losses } = shown
    if (text === '' && losses.length === 0) return
    if (!row) {
      row = { line, cells: [], losses: [] }
      rows.push(row)
    }
    places += at + 1 - row.cells.length
    if (places > maxPlaces)
      throw new WorkbookError('This workbook has too many cells. Import the questions in parts.')
    while (row.cells.length < at) row.cells.push('')
    row.cells[at] = text
    for (const cause of losses) row.losses.push({ position: at, cause })
    if (text.trim() !== '') marks.add(row, at, shown.marks)
  }
  readXml(xml, {
    onOpen(name, attributes) {
      if (cell?.inlineText) cell.inlineText.onOpen(name, attributes)
      else if (name === 'row') {
        line = attributes.r === undefined ? line + 1 : Number(attributes.r)
        if (!(line >= 1 && line <= maxLine)) throw new Error('A row has no such number')
        row = null
        position = -1
      } else if (name === 'c') {
        position = attributes.r === undefined ? position + 1 : toPosition(attributes.r)
        if (!(position >= 0 && position < maxPosition)) throw new Error('A cell has no such place')
        cell = { position, attributes, value: '', formula: '', inlineText: null }
      } else if (cell && name === 'is') cell.inlineText = createRichTextReader()
      else if (name === 'v') isValue = true
      else if (name === 'f') isFormula = true
      else if (name === 'hyperlink' && attributes.ref && attributes.id)
        linked.push({ ref: attributes.ref, target: context.linkTargets.get(attributes.id) ?? '' })
    },
    onText(text) {
      if (cell?.inlineText) cell.inlineText.onText(text)
      else if (cell && isValue) cell.value += text
      else if (cell && isFormula) cell.formula += text
    },
    onClose(name) {
      if (name === 'v') isValue = false
      if (name === 'f') isFormula = false
      if (name === 'c' && cell) {
        addCell(cell)
        cell = null
      } else cell?.inlineText?.onClose(name)
    },
  })
  addLostLinks(rows, linked)
  marks.addLosses()
  return rows
}

type ShownCell = {
  readonly text: string
  readonly losses: readonly string[]
  /** Marks of the font of the whole cell. */
  readonly marks: string
}

function readCell(
  { attributes, value, formula, inlineText }: Cell,
  context: SheetContext,
): ShownCell {
  const { t: type = 'n', s, vm } = attributes
  // Excel and WPS write these where a picture is in a cell.
  if ((type === 'e' && vm !== undefined) || /\b(?:IMAGE|DISPIMG)\(/.test(formula))
    return { text: '', losses: [lossCauses.pictures], marks: '' }
  const style = context.styles[Number(s)]
  const font = style?.font ?? plainFont
  const { text, losses, isRich } =
    type === 's'
      ? (context.strings[value === '' ? -1 : Number(value)] ?? toPlain(''))
      : (inlineText?.getRichText() ?? readValue(type, value, style, context.is1904))
  return {
    text: isRich ? text : setScript(text, font),
    losses: [
      ...losses,
      ...(text !== '' && font.isStruck ? [lossCauses.strike] : []),
      ...(/\bHYPERLINK\(/.test(formula) ? [lossCauses.links] : []),
    ],
    marks: isRich ? '' : font.marks,
  }
}

function toPlain(text: string, ...losses: string[]): RichText {
  return { text, losses, isRich: false }
}

function readValue(
  type: string,
  value: string,
  style: CellStyle | undefined,
  is1904: boolean,
): RichText {
  if (type === 'str') return toPlain(unescapeCharacters(value))
  if (type === 'b') return toPlain(value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : '')
  if (type === 'd') return toPlain(value.slice(0, 10), lossCauses.dates)
  const number = Number(value)
  if (type !== 'n' || value.trim() === '' || Number.isNaN(number)) return toPlain('')
  if (style?.isDate) return toPlain(formatDate(number, is1904), lossCauses.dates)
  const shown = formatNumber(number, style?.format ?? '')
  if (shown !== null) return toPlain(shown)
  return toPlain(formatNumber(number, '') ?? value, lossCauses.numberForms)
}

/** From 0; -1 for what is no address of a cell. */
function toPosition(address: string): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d+/.exec(address)?.[1] ?? ''
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

export function toLine(address: string): number {
  return Number(/^\$?[A-Z]{1,3}\$?(\d{1,7})/.exec(address)?.[1] ?? 0)
}

/** An address that stands in the cell is not lost. */
function addLostLinks(
  rows: readonly SheetRow[],
  linked: readonly { readonly ref: string; readonly target: string }[],
) {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  for (const { ref, target } of linked) {
    const row = byLine.get(toLine(ref))
    const position = toPosition(ref)
    const address = target.replace(/^(?:mailto:|https?:\/\/)/, '').replace(/\/$/, '')
    if (row && !row.cells[position]?.includes(address))
      row.losses.push({ position, cause: lossCauses.links })
  }
}

/** A font that half of a column has, or more, marks nothing in it. */
function createColumnMarks() {
  const counts = new Map<string, number>()
  const marked: { row: SheetRow; position: number; marks: string }[] = []
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    add(row: SheetRow, position: number, marks: string) {
      count(String(position))
      if (marks === '') return
      count(`${position} ${marks}`)
      marked.push({ row, position, marks })
    },
    addLosses() {
      for (const { row, position, marks } of marked) {
        const same = counts.get(`${position} ${marks}`) ?? 0
        if (same * 2 < (counts.get(String(position)) ?? 0))
          row.losses.push({ position, cause: lossCauses.emphasis })
      }
    },
  }
}
