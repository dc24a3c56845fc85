import { afterEach, expect, it } from 'vitest'
import { createBatch } from '#contract/batches.ts'
import { getInstituteDay } from '#contract/institute-clock.ts'
import { importStudents, lookUpAddresses } from '#contract/student-import.ts'
import { checkImport } from '#core/students/import/check-import.ts'
import { layOutStudents, readImportRows } from '#core/students/import/import-columns.ts'
import { createStudent } from '#test/factories.ts'
import { createStudentTable, writeStudentWorkbook } from '#test/student-table.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { readWorkbook } from '../../../spreadsheets/workbook/read-workbook.ts'

let app: TestApp
afterEach(() => app.close())

const countRows = async (table: 'accounts' | 'students' | 'mails' | 'batch_students') => {
  const { count } = await app.deps.db.read
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

it('finds exactly the 37 planted errors in a workbook of 1,000 rows, and adds the other 963', async () => {
  app = await createTestApp()
  const office = await app.createStaff('office')
  const { rows: table, errors } = createStudentTable({ seed: 16, rows: 1_000, errors: 37 })
  const file = await writeStudentWorkbook(table)
  const ready = table.filter((_, at) => !errors.has(at + 2))
  const here = ready.filter((_, at) => at % 80 === 5).slice(0, 12)
  for (const { name, email } of here) await createStudent(app, name, { email })
  const batch = await office.request(createBatch, {
    body: {
      name: 'December intake',
      course: 'full stack',
      startDate: '2026-12-01',
      endDate: '2027-05-31',
    },
  })

  const sheets = readWorkbook(file)
  const { body, columns, problems } = layOutStudents(sheets[1]?.rows ?? [])
  expect(problems).toEqual([])
  const rows = readImportRows(body, columns)
  const emails = rows.map(({ values }) => values.email ?? '')
  const { json } = await office.request(lookUpAddresses, { body: { emails } })
  expect(json.known).toHaveLength(12)
  const today = getInstituteDay(app.deps.now())
  const checked = checkImport(rows, { known: json.known, today })
  const found = checked.filter((row) => row.errors.length > 0)
  expect(found.map(({ line, errors: [fault] }) => [line, fault?.kind])).toEqual(
    [...errors].toSorted(([one], [other]) => one - other),
  )
  expect(found.flatMap((row) => row.errors)).toHaveLength(37)

  const before = await countRows('students')
  const imported = await office.request(importStudents, {
    body: {
      rows: checked
        .filter((row) => row.errors.length === 0)
        .map(({ line, values }) => ({ line, ...values })),
      batchId: batch.json.batch._id,
      deliver: 'mail',
    },
  })
  expect(imported.json).toMatchObject({ added: 951, found: 12, slips: [] })
  expect(await countRows('students')).toBe(before + 951)
  expect(await countRows('batch_students')).toBe(963)
  expect(await countRows('mails')).toBe(951)
})
