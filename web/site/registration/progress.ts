import { type CalendarDate, validateRegistration } from '#core/students/registration.ts'
import type { Draft } from './draft.ts'
import { type StepId, steps } from './steps.ts'
import { validateConsent } from './validate-consent.ts'

export type Progress = 'faulty' | 'done' | 'open'

/** How far each card is: errors count once they are shown, done means that nothing is missing. */
export function getProgress(
  draft: Draft,
  shownErrors: Readonly<Record<string, string | undefined>>,
  today: CalendarDate,
): Readonly<Record<StepId, Progress>> {
  const missingErrors: Readonly<Record<string, string | undefined>> = {
    ...validateRegistration(draft.answers, today),
    ...validateConsent(draft, today),
  }
  const progress = steps.map(({ id, fields }) => {
    if (fields.some((field) => shownErrors[field])) return [id, 'faulty']
    return [id, fields.some((field) => missingErrors[field]) ? 'open' : 'done']
  })
  return Object.fromEntries(progress)
}
