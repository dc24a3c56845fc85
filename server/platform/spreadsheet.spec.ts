import { strFromU8, unzipSync } from 'fflate'
import { parse } from 'papaparse'
import readXlsxFile from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { createSpreadsheet, type SpreadsheetFile, type SpreadsheetRow } from './spreadsheet.ts'

const headers = ['Name', 'Phone', 'Fees']
const columns = headers.map((head, at) => [head, (row: SpreadsheetRow) => row[at] ?? null] as const)

function table(rows: readonly SpreadsheetRow[], title = 'students') {
  async function* chunks() {
    for (let from = 0; from < rows.length; from += 2) yield rows.slice(from, from + 2)
  }
  return { title, sheet: 'Students', columns, chunks: chunks() }
}

async function readText({ content }: SpreadsheetFile) {
  let text = ''
  for await (const part of content) text += part
  return text
}

const unusualRows: readonly SpreadsheetRow[] = [
  ['Zoë "Zo" Álvarez', '098220 41736', 45_000],
  ['अनन्या, देशपांडे', '0011', null],
  ['two\nlines', null, -3],
]

describe('a CSV file', () => {
  it('is read as it was written', async () => {
    const text = await readText(await createSpreadsheet(table(unusualRows), 'csv', 0))
    expect(text.startsWith('\uFEFFName,Phone,Fees\r\n')).toBe(true)
    const { data } = parse<string[]>(text.slice(1), { skipEmptyLines: true })
    expect(data).toEqual([
      headers,
      ['Zoë "Zo" Álvarez', '098220 41736', '45000'],
      ['अनन्या, देशपांडे', '0011', ''],
      ['two\nlines', '', '-3'],
    ])
  })

  it('has days and times in ISO 8601, in the time zone of the institute', async () => {
    const rows = [[{ day: '2004-11-21' }, { at: Date.UTC(2026, 10, 20, 20, 0, 5) }, null]]
    const text = await readText(await createSpreadsheet(table(rows), 'csv', 0))
    expect(text.split('\r\n')[1]).toBe('2004-11-21,2026-11-21T01:30:05+05:30,')
  })

  it.each(['=', '+', '-', '@', '\t', '\r', '\n'])('begins no cell with %j', async (sign) => {
    const cell = `${sign}cmd|' /C calc'!A0\nmore`
    const text = await readText(await createSpreadsheet(table([[cell, null, null]]), 'csv', 0))
    const { data } = parse<string[]>(text.slice(1), { skipEmptyLines: true })
    expect(data[1]?.[0]).toBe(`'${cell}`)
  })

  it('without rows has its headings', async () => {
    expect(await readText(await createSpreadsheet(table([]), 'csv', 0))).toBe(
      '\uFEFFName,Phone,Fees\r\n',
    )
  })
})

describe('an XLSX file', () => {
  const readRows = async ({ content }: SpreadsheetFile) => readXlsxFile(content as Buffer)

  it('has text as text and numbers as numbers', async () => {
    const file = await createSpreadsheet(
      table([...unusualRows, ['=1+1', '+91 98220 41736', 0]]),
      'xlsx',
      0,
    )
    const [{ data }] = (await readRows(file)) as unknown as [{ data: unknown[][] }]
    expect(data).toEqual([headers, ...unusualRows, ['=1+1', '+91 98220 41736', 0]])
  })

  it('has dates that sort and filter, in a named sheet with a filter', async () => {
    const moment = { at: Date.UTC(2026, 10, 20, 20, 0, 5) }
    const rows = [['Asha', { day: '2004-11-21' }, moment] as const]
    const file = await createSpreadsheet(table(rows), 'xlsx', 0)
    const [{ sheet, data }] = (await readRows(file)) as unknown as [
      { sheet: string; data: unknown[][] },
    ]
    expect(sheet).toBe('Students')
    const wallClock = new Date('2026-11-21T01:30:05Z')
    expect(data[1]).toEqual(['Asha', new Date('2004-11-21T00:00:00Z'), wallClock])
    const parts = unzipSync(file.content as Buffer)
    const xml = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(xml).toContain('</sheetData><autoFilter ref="A1:C2"/>')
  })

  it('lacks characters that a workbook cannot hold', async () => {
    const file = await createSpreadsheet(table([['a\u0001b', '', 1]]), 'xlsx', 0)
    const [{ data }] = (await readRows(file)) as unknown as [{ data: unknown[][] }]
    expect(data[1]).toEqual(['ab', null, 1])
  })
})

it('a spreadsheet is named after its content and the day at the institute', async () => {
  const lateInIndia = Date.UTC(2026, 10, 20, 20)
  const { name } = await createSpreadsheet(table([], 'scores-C++ / अभ्यास'), 'csv', lateInIndia)
  expect(name).toBe('scores-C-अभ्यास-2026-11-21.csv')
})
