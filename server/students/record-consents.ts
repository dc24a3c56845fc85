import { isUnderAge } from '#core/students/age.ts'
import type { CalendarDate } from '#core/students/calendar-date.ts'
import { site } from '#site'
import type { ConsentColumns } from '../database/account-tables.ts'

export type ConsentInput = {
  readonly termsAccepted?: 'true' | undefined
  readonly privacyConsent?: 'true' | undefined
  readonly privacyNoticeVersion?: string | undefined
  readonly consentLanguage?: string | undefined
  readonly guardianConsent?: 'true' | undefined
  readonly identityAtDesk?: 'true' | undefined
}

type Registrant = {
  readonly dob: string
  readonly guardianName: string
  readonly hasPictures: boolean
}

/** Records the consents; one that was not asked of this person is not kept. */
export function recordConsents(
  input: ConsentInput,
  { dob, guardianName, hasPictures }: Registrant,
  { today, at }: { readonly today: CalendarDate; readonly at: number },
): ConsentColumns {
  const isAgreed = input.privacyConsent !== undefined
  const isGuardianAgreed = input.guardianConsent !== undefined && isUnderAge(dob, today)
  const areTermsAccepted = input.termsAccepted !== undefined
  return {
    terms_version: areTermsAccepted ? site.termsVersion : null,
    terms_accepted_at: areTermsAccepted ? at : null,
    consent_notice_version: isAgreed
      ? (input.privacyNoticeVersion ?? site.privacyNoticeVersion)
      : null,
    consent_language: isAgreed ? (input.consentLanguage ?? null) : null,
    consent_at: isAgreed ? at : null,
    guardian_consent_name: isGuardianAgreed ? guardianName : null,
    guardian_consent_at: isGuardianAgreed ? at : null,
    desk_identity_at: input.identityAtDesk !== undefined && !hasPictures ? at : null,
  }
}
