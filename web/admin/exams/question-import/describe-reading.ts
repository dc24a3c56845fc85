import { pluralize } from '#contract/format.ts'
import type { TableLayout } from '#core/tables/layout.ts'
import { stateOf } from './entry-list.tsx'
import { type Format, formatNames } from './formats.ts'
import type { Reading } from './read-imported-questions.ts'

export function toDetectedLabel(format: Format | null | undefined): string {
  return format ? `${formatNames[format]} (recognised)` : 'Recognise it'
}

export function getLineUnit(format: Format | null): string {
  return format === 'xlsx' ? 'row' : 'line'
}

export const stoppedMessage = 'Nothing was read. Choose the file again, or another one.'

export function describeColumns({ rowCount, problems }: TableLayout<unknown>): string {
  const questions = pluralize(rowCount, 'question')
  return problems.length > 0
    ? `0 of ${questions} ready: say what each column is.`
    : `All columns have a name. Next: check ${questions}.`
}

export function describeReading(reading: Reading | null): string {
  if (!reading) return 'Nothing to add yet: choose a file or paste questions.'
  const { format, entries } = reading
  if (!format) return 'This is not a format that can be imported. Name it if it is.'
  const count = (state: string) => entries.filter((entry) => stateOf(entry) === state).length
  return [
    `${formatNames[format]}: ${pluralize(entries.length, 'question')}`,
    `${count('ready')} ready`,
    `${count('faulty')} to fix in the editor`,
    `${count('out')} left out`,
  ].join(', ')
}
