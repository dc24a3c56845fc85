import { expect, it } from 'vitest'
import { checkImport } from '#core/students/import/check-import.ts'
import { layOutStudents, readImportRows } from '#core/students/import/import-columns.ts'
import { parseCsvRows } from '../../../spreadsheets/csv.ts'
import { writeFaultyRows } from './download-faulty-rows.ts'
import { applyEdits, changeImport, editRow, startImport, toggleLine } from './import-state.ts'

const start = () => startImport('students.csv', [{ name: '', rows: [] }], 0)

it('an import gets a new key with each change, and keeps it when it is done', () => {
  const first = start()
  expect(first.key).toMatch(/^[\da-f]{32}$/)
  const mended = changeImport(first, editRow(first, 7, { name: 'Nila' }))
  expect(mended.key).not.toBe(first.key)
  expect(changeImport(mended, { isDone: true }).key).toBe(mended.key)
})

it('a correction after the import means that it runs once more', () => {
  const done = changeImport(start(), { isDone: true })
  expect(changeImport(done, editRow(done, 7, { name: 'Nila' }))).toMatchObject({ isDone: false })
})

it('keeps earlier corrections of a row', () => {
  const first = changeImport(start(), editRow(start(), 7, { name: 'Nila' }))
  const second = changeImport(first, editRow(first, 7, { email: 'nila@example.com' }))
  const rows = [{ line: 7, values: { name: '', email: '', course: 'php' } }]
  expect(applyEdits(rows, second)[0]?.values).toEqual({
    name: 'Nila',
    email: 'nila@example.com',
    course: 'php',
  })
})

it('excludes a row and includes it again', () => {
  expect(toggleLine(toggleLine([], 4), 5)).toEqual([4, 5])
  expect(toggleLine([4, 5], 4)).toEqual([5])
})

it('writes excluded rows as a table that the next import reads and no program executes', () => {
  const rows = [
    {
      line: 2,
      values: { name: '=HYPERLINK("x")', email: 'a at b', course: 'php', phone: '+91 98200 00001' },
    },
    { line: 3, values: { name: 'Arun, "Das"', email: 'arun@example.com', course: 'MERN' } },
  ]
  const today = { year: 2026, month: 11, day: 21 }
  const csv = writeFaultyRows(checkImport(rows, { known: [], today }))
  expect(csv).not.toMatch(/(^|,)"?[=+]/m)
  const { body, columns, problems } = layOutStudents(parseCsvRows(csv).rows)
  expect(problems).toEqual([])
  expect(readImportRows(body, columns).map(({ values }) => values)).toEqual(
    rows.map(({ values }) => values),
  )
})
