import { isUnderAge } from '#core/students/age.ts'
import type { CalendarDate } from '#core/students/registration.ts'
import type { Faults } from '../../kit/form/form-state.ts'
import { tidyDate } from './date-of-birth.ts'
import type { Draft } from './draft.ts'

export function needsGuardian({ answers }: Draft, today: CalendarDate): boolean {
  return isUnderAge(tidyDate(answers.dob ?? ''), today)
}

/** Our own form asks for what the wire leaves optional. */
export function consentFaultsOf(draft: Draft, today: CalendarDate): Faults {
  const isGuardianMissing = needsGuardian(draft, today) && !draft.isGuardianConsented
  return {
    privacyConsent: draft.isConsented ? undefined : 'Agree to the Privacy Policy to register',
    guardianConsent: isGuardianMissing ? 'Ask your parent or guardian to agree' : undefined,
  }
}
