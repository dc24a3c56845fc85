import { strToU8, zipSync } from 'fflate'
import { toColumnLetter } from '#core/tables/heads.ts'

const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export type WorkbookParts = {
  /** The content of `<sheetData>`, by the name of the sheet. */
  readonly sheets: Readonly<Record<string, string>>
  /** The content after `<sheetData>` of the first sheet. */
  readonly afterRows?: string
  /** The items of the shared strings. */
  readonly strings?: string
  readonly styles?: string
  /** The relations of the first sheet: their type, and the part or address that they lead to. */
  readonly relations?: readonly { readonly type: string; readonly target: string }[]
  /** By their paths. */
  readonly others?: Readonly<Record<string, string>>
}

/** A workbook as spreadsheet programs pack one, from the XML of its parts. */
export function packWorkbook(parts: WorkbookParts): ArrayBuffer {
  const files = Object.entries(listParts(parts)).map(([path, xml]) => [path, strToU8(xml)] as const)
  return zipSync(Object.fromEntries(files), { level: 1 }).buffer as ArrayBuffer
}

function listParts({
  sheets,
  afterRows = '',
  strings,
  styles,
  relations = [],
  others,
}: WorkbookParts) {
  const names = Object.keys(sheets)
  const toSheet = (rows: string, at: number) =>
    `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData>${at === 0 ? afterRows : ''}</worksheet>`
  return {
    '_rels/.rels': toRelations([{ type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': `<workbook><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': toRelations([
      ...names.map((_, at) => ({ type: 'worksheet', target: `worksheets/sheet${at + 1}.xml` })),
      { type: 'sharedStrings', target: 'sharedStrings.xml' },
      { type: 'styles', target: '/xl/styles.xml' },
    ]),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        toSheet(rows, at),
      ]),
    ),
    'xl/worksheets/_rels/sheet1.xml.rels': toRelations(relations),
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` }),
    ...others,
  }
}

function toRelations(relations: readonly { readonly type: string; readonly target: string }[]) {
  const tags = relations.map(({ type, target }, at) => {
    const mode = target.includes(':') ? ' TargetMode="External"' : ''
    return `<Relationship Id="rId${at + 1}" Type="${officeTypes}/${type}" Target="${target}"${mode}/>`
  })
  return `<Relationships>${tags.join('')}</Relationships>`
}

/** Cells of texts, as programs write them that share no strings. */
export function toRow(line: number, cells: readonly string[]): string {
  const inner = cells.map((cell, at) =>
    cell.startsWith('<c')
      ? cell.replace('<c', `<c r="${toColumnLetter(at)}${line}"`)
      : `<c r="${toColumnLetter(at)}${line}" t="inlineStr"><is>${cell.startsWith('<') ? cell : `<t>${cell}</t>`}</is></c>`,
  )
  return `<row r="${line}">${inner.join('')}</row>`
}
