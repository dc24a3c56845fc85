import type { CalendarDate } from './calendar-date.ts'
import {
  isAsked,
  normalizeField,
  type RegistrationDraft,
  type RegistrationField,
  registrationFields,
  validateRegistrationField,
} from './registration.ts'

type CorrectedFields = Partial<Record<RegistrationField, string | null>>

type Correction = {
  /** Only what differs from before; null clears a field. */
  readonly changes: Readonly<CorrectedFields>
  readonly errors: Readonly<Partial<Record<RegistrationField, string>>>
}

/**
 * Applies a staff member's changes to a registration. Fields that the student is asked only now, as
 * after another role, have to be filled in with it; those they are no longer asked are cleared. An
 * error elsewhere, as in an old registration, does not keep a field from being corrected.
 */
export function correctRegistration(
  stored: RegistrationDraft,
  typed: RegistrationDraft,
  today: CalendarDate,
): Correction {
  const corrected = { ...stored, ...typed }
  const changes: CorrectedFields = {}
  const errors: Partial<Record<RegistrationField, string>> = {}
  for (const field of registrationFields) {
    const [wasAsked, isNowAsked] = [isAsked(field, stored), isAsked(field, corrected)]
    if (!isNowAsked) {
      if (wasAsked && stored[field]) changes[field] = null
      continue
    }
    const isTyped = typed[field] !== undefined && typed[field] !== stored[field]
    if (!isTyped && wasAsked) continue
    const text = corrected[field]?.trim() ?? ''
    const error = validateRegistrationField(field, text, today)
    const value = normalizeField(field, text) || null
    if (error) errors[field] = toThirdPerson(error)
    else if (value !== (stored[field] ?? null)) changes[field] = value
  }
  return { changes, errors }
}

/** "Enter your name" reads "Enter the name" where somebody else's is corrected. */
export function toThirdPerson(message: string): string {
  return message.replace(/\byour\b/g, 'the').replace(/\byou\b/g, 'they')
}
