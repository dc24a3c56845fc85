import { lossCauses } from '#core/questions/formats/loss-causes.ts'
import type { TableRow } from '#core/tables/row.ts'
import { readSheet, type SheetRow, toLine } from './read-sheet.ts'
import { readStyles } from './read-styles.ts'
import { readXml } from './read-xml.ts'
import { createRichTextReader, type RichText, type RichTextReader } from './rich-text.ts'
import {
  openWorkbookArchive,
  type Relation,
  type WorkbookArchive,
  WorkbookError,
} from './workbook-archive.ts'

export type WorkbookSheet = { readonly name: string; readonly rows: readonly TableRow[] }

/**
 * The sheets of a workbook with their cells as they are shown. `things` are what is looked for in
 * it, for messages. A library would give bare values, and
 * make a place for each cell up to the last one of a sheet.
 * @throws WorkbookError, and other errors for what is no workbook
 */
export function readWorkbook(bytes: ArrayBuffer, things = 'questions'): WorkbookSheet[] {
  const archive = openWorkbookArchive(bytes)
  if (archive.read('word/document.xml') !== '')
    throw new WorkbookError(
      `This is a Word document. Copy the ${things} in it, and paste them here.`,
    )
  const root = archive.listRelations().find(({ type }) => type === 'officeDocument')
  const path = root?.path ?? 'xl/workbook.xml'
  const { sheets, is1904 } = listSheets(archive.read(path))
  if (sheets.length === 0) throw new Error('There is no sheet in it')
  const relations = archive.listRelations(path)
  const pathOf = (type: string) => relations.find((one) => one.type === type)?.path ?? ''
  const strings = readStrings(archive.read(pathOf('sharedStrings')))
  const styles = readStyles(archive.read(pathOf('styles')))
  return sheets.map(({ name, id }) => {
    const sheetPath = relations.find((one) => one.id === id)?.path ?? ''
    const own = archive.listRelations(sheetPath)
    const linkTargets = new Map(own.map((one) => [one.id, one.path]))
    const rows = readSheet(archive.read(sheetPath), { strings, styles, is1904, linkTargets })
    addNotes(archive, own, rows)
    addPictures(archive, own, rows)
    return { name, rows }
  })
}

function listSheets(xml: string) {
  const sheets: { name: string; id: string }[] = []
  let is1904 = false
  readXml(xml, {
    onOpen(tag, { name = '', id = '', date1904 }) {
      if (tag === 'sheet') sheets.push({ name, id })
      if (tag === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true'
    },
  })
  return { sheets, is1904 }
}

/** The texts that cells share, in the order that they are counted. */
function readStrings(xml: string): RichText[] {
  const strings: RichText[] = []
  let reader: RichTextReader | null = null
  readXml(xml, {
    onOpen(name, attributes) {
      if (name === 'si') reader = createRichTextReader()
      else reader?.onOpen(name, attributes)
    },
    onText: (text) => reader?.onText(text),
    onClose(name) {
      if (name === 'si' && reader) {
        strings.push(reader.getRichText())
        reader = null
      } else reader?.onClose(name)
    },
  })
  return strings
}

function addNotes(archive: WorkbookArchive, own: readonly Relation[], rows: readonly SheetRow[]) {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  for (const { path } of own.filter(({ type }) => type === 'comments'))
    readXml(archive.read(path), {
      onOpen(name, { ref = '' }) {
        if (name === 'comment') byLine.get(toLine(ref))?.losses.push({ cause: lossCauses.notes })
      },
    })
}

/** A picture lies above the cells: it belongs to the row that its upper edge is in, or the one above. */
function addPictures(
  archive: WorkbookArchive,
  own: readonly Relation[],
  rows: readonly SheetRow[],
) {
  for (const { path } of own.filter(({ type }) => type === 'drawing'))
    for (const line of listPictureLines(archive.read(path)))
      rows.findLast((row) => row.line <= line)?.losses.push({ cause: lossCauses.pictures })
}

function listPictureLines(xml: string): number[] {
  const lines: number[] = []
  let isFrom = false
  let isRow = false
  readXml(xml, {
    onOpen(name) {
      if (name === 'from') isFrom = true
      isRow = isFrom && name === 'row'
    },
    onText(text) {
      if (isRow) lines.push(Number(text) + 1)
    },
    onClose(name) {
      if (name === 'from') isFrom = false
      if (name === 'row') isRow = false
    },
  })
  return lines
}
