import { faultsOf, type RegistrationDraft, type Today } from '#core/registration.ts'
import { type PartId, parts } from './parts.ts'

export type Progress = 'faulty' | 'done' | 'open'

/** How far each card is: faults count once they are told, done means that nothing is missing. */
export function progressOf(
  answers: RegistrationDraft,
  told: Readonly<Record<string, string | undefined>>,
  today: Today,
): Readonly<Record<PartId, Progress>> {
  const missing: Readonly<Record<string, string | undefined>> = faultsOf(answers, today)
  const progress = parts.map(({ id, fields }) => {
    if (fields.some((field) => told[field])) return [id, 'faulty']
    return [id, fields.some((field) => missing[field]) ? 'open' : 'done']
  })
  return Object.fromEntries(progress)
}
