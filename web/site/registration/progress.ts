import { type CalendarDate, validateRegistration } from '#core/students/registration.ts'
import { consentFaultsOf } from './consent-faults.ts'
import type { Draft } from './draft.ts'
import { type PartId, parts } from './parts.ts'

export type Progress = 'faulty' | 'done' | 'open'

/** How far each card is: faults count once they are told, done means that nothing is missing. */
export function progressOf(
  draft: Draft,
  told: Readonly<Record<string, string | undefined>>,
  today: CalendarDate,
): Readonly<Record<PartId, Progress>> {
  const missing: Readonly<Record<string, string | undefined>> = {
    ...validateRegistration(draft.answers, today),
    ...consentFaultsOf(draft, today),
  }
  const progress = parts.map(({ id, fields }) => {
    if (fields.some((field) => told[field])) return [id, 'faulty']
    return [id, fields.some((field) => missing[field]) ? 'open' : 'done']
  })
  return Object.fromEntries(progress)
}
