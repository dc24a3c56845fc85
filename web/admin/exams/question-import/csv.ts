import type { PortableQuestion } from '#core/questions/formats/kind-formats.ts'
import type { QuestionField } from '#core/questions/formats/question-heads.ts'
import { readTable, type TableReading, writeTable } from '#core/questions/formats/question-table.ts'
import type { TableSettings } from '#core/tables/layout.ts'
import { parseCsvRows, writeCsvRows } from '../../../spreadsheets/csv.ts'

export function writeCsv(questions: readonly PortableQuestion[]): string {
  return writeCsvRows(writeTable(questions))
}

export function readCsv(file: string, settings: TableSettings<QuestionField> = {}): TableReading {
  const { rows, errors } = parseCsvRows(file)
  const read = readTable(rows, settings)
  return { ...read, errors: [...errors, ...read.errors] }
}
