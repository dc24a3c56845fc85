import { isUnderAge } from '#core/students/age.ts'
import type { CalendarDate } from '#core/students/registration.ts'
import type { FieldErrors } from '../../ui/form/form-state.ts'
import type { Draft } from './draft.ts'
import { normalizeDate } from './normalize-date.ts'

export function needsGuardian({ answers }: Draft, today: CalendarDate): boolean {
  return isUnderAge(normalizeDate(answers.dob ?? ''), today)
}

/** Our own form asks for what the wire leaves optional. */
export function validateConsent(draft: Draft, today: CalendarDate): FieldErrors {
  const isGuardianMissing = needsGuardian(draft, today) && !draft.isGuardianConsented
  return {
    privacyConsent: draft.isConsented ? undefined : 'Agree to the Privacy Policy to register',
    guardianConsent: isGuardianMissing ? 'Ask your parent or guardian to agree' : undefined,
  }
}
