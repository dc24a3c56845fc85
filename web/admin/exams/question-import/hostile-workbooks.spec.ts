import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { packWorkbook, toRow, type WorkbookParts } from '#test/workbook-files.ts'
import { openWorkbookArchive } from '../../../spreadsheets/workbook/workbook-archive.ts'
import { readQuestions } from './read-imported-questions.ts'

/** Within the limits of an archive where there is an hour. */
const size = process.env.LONG ? 45_000_000 : 1_500_000
const maxReadMs = process.env.LONG ? 60_000 : 10_000

const heads = ['Question', 'A', 'B', 'Correct']
const table = toRow(1, heads) + toRow(2, ['Q?', 'a', 'b', 'A'])
const read = (bytes: ArrayBuffer) => readQuestions({ kind: 'workbook', bytes }, null)
const repeatToSize = (text: string) => text.repeat(Math.ceil(size / text.length))
const unreadable = /^This workbook cannot be read/

/** An archive of a part of 5 MB, which it says to be of another size. */
function packPartOfSize(claimedBytes: number): ArrayBuffer {
  const packed = zipSync({ 'xl/sharedStrings.xml': new Uint8Array(5_000_000) }, { level: 1 })
  const view = new DataView(packed.buffer)
  const directory = view.getUint32(packed.length - 6, true)
  view.setUint32(directory + 24, claimedBytes, true)
  return packed.buffer as ArrayBuffer
}

it('refuses a workbook above 50 MB unpacked, without unpacking it', async () => {
  expect(await read(packPartOfSize(60 * 1024 * 1024))).toMatchObject({
    entries: [],
    errors: [{ message: 'This workbook unpacks to more than 50 MB. Import it in parts.' }],
  })
})

it('unpacks no more of a part than the size that the archive claims', () => {
  const unfold = (claimedBytes: number) =>
    openWorkbookArchive(packPartOfSize(claimedBytes)).read('xl/sharedStrings.xml').length
  expect(unfold(5_000_000)).toBe(5_000_000)
  expect(unfold(1000)).toBe(1000)
})

const refused: readonly { what: string; rows: string; message: RegExp }[] = [
  {
    what: 'a row that no sheet has',
    rows: `${table}<row r="99999999999"><c r="A99999999999"><v>1</v></c></row>`,
    message: unreadable,
  },
  {
    what: 'a column that no sheet has',
    rows: `${table}<row r="3"><c r="ZZZ3"><v>1</v></c></row>`,
    message: unreadable,
  },
  {
    what: 'a last cell in each of many rows',
    rows: '<row><c r="XFD1"><v>1</v></c></row>'.repeat(400),
    message: /^This workbook has too many cells/,
  },
]

it.each(refused)('refuses $what', async ({ rows, message }) => {
  const { entries, errors } = await read(packWorkbook({ sheets: { Paper: rows } }))
  expect(entries).toEqual([])
  expect(errors).toMatchObject([{ message: expect.stringMatching(message) }])
})

const readable: readonly { what: string; parts: () => WorkbookParts }[] = [
  {
    what: 'a cell in the last row and the last column',
    parts: () => ({
      sheets: {
        Paper: `${table}<row r="1048576"><c r="XFD1048576" t="str"><v> </v></c></row>`,
      },
    }),
  },
  {
    what: 'many shared strings',
    parts: () => ({ sheets: { Paper: table }, strings: repeatToSize('<si><t>a b</t></si>') }),
  },
  {
    what: 'a shared string of many parts',
    parts: () => ({
      sheets: { Paper: table },
      strings: `<si>${repeatToSize('<r><rPr><b/></rPr><t>a</t></r>')}</si>`,
    }),
  },
  {
    what: 'tags that never end',
    parts: () => ({ sheets: { Paper: table }, strings: repeatToSize('<si><t a="') }),
  },
  {
    what: 'tags in tags',
    parts: () => ({ sheets: { Paper: table }, strings: repeatToSize('<si><r><rPr>') }),
  },
  {
    what: 'many styles',
    parts: () => ({
      sheets: { Paper: table },
      styles: `<cellXfs>${repeatToSize('<xf numFmtId="14"/>')}</cellXfs>`,
    }),
  },
  {
    what: 'rows without a cell',
    parts: () => ({ sheets: { Paper: table + repeatToSize('<row/>') } }),
  },
  {
    what: 'many links and notes',
    parts: () => ({
      sheets: { Paper: table },
      afterRows: repeatToSize('<hyperlink ref="A2" r:id="rId1"/>'),
      relations: [{ type: 'hyperlink', target: 'https://example.org' }],
    }),
  },
]

it.each(readable)('reads a workbook with $what', { timeout: maxReadMs * 4 }, async ({ parts }) => {
  const bytes = packWorkbook(parts())
  const start = performance.now()
  const { entries } = await read(bytes)
  expect(performance.now() - start).toBeLessThan(maxReadMs)
  expect(entries).toMatchObject([{ line: 2, question: { text: 'Q?' } }])
})

it('expands no entity that a part declares', async () => {
  const bomb =
    '<!DOCTYPE sst [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><si><t>&b; &#38; &lt;</t></si>'
  const { entries } = await read(
    packWorkbook({
      sheets: { Paper: toRow(1, heads) + toRow(2, ['<c t="s"><v>0</v></c>', 'a', 'b', 'A']) },
      others: { 'xl/sharedStrings.xml': bomb },
    }),
  )
  expect(entries[0]?.question?.text).toBe('&b; & <')
})

it('reads 10,000 rows, each with its losses', async () => {
  const cell = '<r><t>Which is </t></r><r><rPr><b/></rPr><t>NOT</t></r>'
  const rows = Array.from({ length: 10_000 }, (_, at) => toRow(at + 2, [cell, 'a', 'b', 'A']))
  const { entries } = await read(
    packWorkbook({ sheets: { Paper: toRow(1, heads) + rows.join('') } }),
  )
  expect(entries).toHaveLength(10_000)
  expect(entries.at(-1)).toMatchObject({ errors: [], losses: ['bold or marked words'] })
})

it('says what to do with a Word document', async () => {
  const archive = zipSync({ 'word/document.xml': strToU8('<w:document/>') })
  expect((await read(archive.buffer as ArrayBuffer)).errors).toMatchObject([
    { message: 'This is a Word document. Copy the questions in it, and paste them here.' },
  ])
})

it('reports an archive with missing or unreadable parts as no workbook', async () => {
  const archives = [
    zipSync({ 'a.txt': strToU8('a') }),
    zipSync({ 'xl/workbook.xml': new Uint8Array([0, 255, 254, 60, 62]) }),
  ]
  for (const archive of archives) {
    const { errors } = await read(archive.buffer as ArrayBuffer)
    expect(errors).toMatchObject([{ message: expect.stringMatching(unreadable) }])
  }
})
