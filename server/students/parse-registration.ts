import type { z } from 'zod'
import type { completeRegistration, register } from '#contract/registration.ts'

/** The fields of the form by the names of the record, and what was agreed to. */
export function parseRegistration(body: z.output<typeof register.body>) {
  const { localAdd, permAdd, batch, friend_name, website: _, ...rest } = body
  const { termsAccepted, privacyConsent, privacyNoticeVersion, consentLanguage, ...others } = rest
  const { guardianConsent, identityAtDesk, aadharFront: _f, aadharBack: _b, ...fields } = others
  return {
    draft: {
      laddress: localAdd,
      paddress: permAdd,
      course: batch,
      friendName: friend_name,
      ...fields,
    },
    consents: {
      termsAccepted,
      privacyConsent,
      privacyNoticeVersion,
      consentLanguage,
      guardianConsent,
      identityAtDesk,
    },
  }
}

export function parseCompletion(body: z.output<typeof completeRegistration.body>) {
  const { termsAccepted, privacyConsent, privacyNoticeVersion, consentLanguage, ...rest } = body
  const { guardianConsent, ...draft } = rest
  return {
    draft,
    consents: {
      termsAccepted,
      privacyConsent,
      privacyNoticeVersion,
      consentLanguage,
      guardianConsent,
    },
  }
}
