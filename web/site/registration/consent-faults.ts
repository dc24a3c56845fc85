import { isUnderAge } from '#core/age.ts'
import type { Today } from '#core/registration.ts'
import type { Faults } from '../../kit/form/form-state.ts'
import { tidyDate } from './date-of-birth.ts'
import type { Draft } from './draft.ts'

export function needsGuardian({ answers }: Draft, today: Today): boolean {
  return isUnderAge(tidyDate(answers.dob ?? ''), today)
}

/** Our own form asks for what the wire leaves optional. */
export function consentFaultsOf(draft: Draft, today: Today): Faults {
  const isGuardianMissing = needsGuardian(draft, today) && !draft.isGuardianConsented
  return {
    privacyConsent: draft.isConsented ? undefined : 'Agree to the Privacy Policy to register',
    guardianConsent: isGuardianMissing ? 'Ask your parent or guardian to agree' : undefined,
  }
}
