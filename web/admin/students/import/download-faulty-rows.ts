import type { CheckedRow } from '#core/students/import/check-import.ts'
import { importFields, roleNames } from '#core/students/import/import-rows.ts'
import { writeCsvRows } from '../../../spreadsheets/csv.ts'
import { saveFile } from '../../../spreadsheets/save-file.ts'

/** The rows that stay out, with headings that the next import knows. */
export function downloadFaultyRows(fileName: string, rows: readonly CheckedRow[]) {
  const name = `${fileName.replace(/\.\w+$/, '')} - to fix.csv`
  saveFile(new File([writeFaultyRows(rows)], name, { type: 'text/csv' }))
}

export function writeFaultyRows(rows: readonly CheckedRow[]): string {
  const fields = importFields.filter((field) => rows.some(({ values }) => values[field]))
  const head = [...fields.map((field) => roleNames[field]), 'To fix']
  const lines = rows.map(({ line, values, errors }) => [
    ...fields.map((field) => values[field] ?? ''),
    `Row ${line}: ${errors.map(({ message }) => message).join('. ')}`,
  ])
  return writeCsvRows([head, ...lines])
}
