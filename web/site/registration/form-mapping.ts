import type { BodyOf } from '#contract/endpoint.ts'
import { getInstituteDay } from '#contract/institute-clock.ts'
import type { completeRegistration } from '#contract/registration.ts'
import { isUnderAge } from '#core/students/age.ts'
import { type CalendarDate, normalizeDate } from '#core/students/calendar-date.ts'
import {
  isAsked,
  normalizeRegistration,
  type RegistrationDraft,
  type RegistrationField,
  registrationFields,
  validateRegistration,
} from '#core/students/registration.ts'
import { site } from '#site'
import type { RefusalError } from '../../client/request.ts'
import type { FieldErrors, FieldValues } from '../../ui/form/form-state.ts'
import { describeTooLarge } from '../../ui/form/image-file.ts'
import type { Draft, SelectedImages } from './draft.ts'
import { imageLabels, imageSides } from './steps.ts'

/** Checks the server's rules before anything is sent. */
export function createValidator(draft: Draft, images: SelectedImages) {
  return (values: FieldValues): FieldErrors => ({
    ...validateRegistration(normalizeAnswers(values), getInstituteDay(Date.now())),
    ...validateConsent(draft, getInstituteDay(Date.now())),
    // An error in the copy is corrected in the original.
    ...(draft.isSameAddress && { paddress: undefined }),
    ...Object.fromEntries(imageSides.map((side) => [side, images[side]?.error])),
  })
}

/** The fields that this person is asked for, the pictures, and the consents. */
export function buildFormData(draft: Draft, images: SelectedImages, website = ''): FormData {
  const { answers, isAccepted, isConsented, isGuardianConsented, isShownAtDesk } = draft
  const body = new FormData()
  for (const [field, answer] of Object.entries(normalizeRegistration(normalizeAnswers(answers))))
    body.set(field, answer)
  for (const side of imageSides) {
    const file = images[side]?.file
    // Without its file name on this device, which may contain an Aadhaar number.
    if (file) body.set(side, file, `${side}.jpg`)
  }
  if (isAccepted) body.set('termsAccepted', 'true')
  if (isConsented) {
    body.set('privacyConsent', 'true')
    body.set('privacyNoticeVersion', site.privacyNoticeVersion)
    body.set('consentLanguage', document.documentElement.lang)
  }
  if (isGuardianConsented && needsGuardianToday(draft)) {
    body.set('guardianConsent', 'true')
  }
  if (isShownAtDesk) body.set('identityAtDesk', 'true')
  if (website) body.set('website', website)
  return body
}

/** The same of a student whom the institute has added, who does not send what it knows. */
export function buildCompletion(draft: Draft): BodyOf<typeof completeRegistration> {
  const { name, email, course, identityAtDesk, ...body } = Object.fromEntries(
    buildFormData(draft, {}),
  ) as Record<string, string>
  return body as BodyOf<typeof completeRegistration>
}

/** Decides under which fields a refusal is shown: only pictures can be too large. */
export function createRefusalPlacer(images: SelectedImages) {
  return ({ code, fields }: RefusalError): FieldErrors => {
    if (code !== 'too-large') return fields
    const sentSides = imageSides.filter((side) => images[side]?.file)
    return Object.fromEntries(sentSides.map((side) => [side, describeTooLarge(imageLabels[side])]))
  }
}

/** Removes errors of fields that are no longer shown, and of pictures that were removed. */
export function keepCurrentErrors(
  errors: FieldErrors,
  draft: Draft,
  images: SelectedImages,
): FieldErrors {
  const obsoleteFields = new Set<string>([
    ...registrationFields.filter((field) => !isAsked(field, draft.answers)),
    ...imageSides.filter((side) => !images[side]?.file && !images[side]?.error),
    ...(draft.isSameAddress ? ['paddress' satisfies RegistrationField] : []),
    ...(draft.isConsented ? ['privacyConsent'] : []),
    ...(needsGuardianToday(draft) && !draft.isGuardianConsented ? [] : ['guardianConsent']),
  ])
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !obsoleteFields.has(field)))
}

function normalizeAnswers(answers: RegistrationDraft): RegistrationDraft {
  return { ...answers, dob: normalizeDate(answers.dob ?? '') }
}

function needsGuardian({ answers }: Draft, today: CalendarDate): boolean {
  return isUnderAge(normalizeDate(answers.dob ?? ''), today)
}

/** A phone takes long for its first date: nothing asks for today's before a date of birth is there. */
export function needsGuardianToday(draft: Draft): boolean {
  return Boolean(draft.answers.dob) && needsGuardian(draft, getInstituteDay(Date.now()))
}

/** Our form requires what the API leaves optional. */
export function validateConsent(draft: Draft, today: CalendarDate): FieldErrors {
  const isGuardianMissing = needsGuardian(draft, today) && !draft.isGuardianConsented
  return {
    privacyConsent: draft.isConsented ? undefined : 'Agree to the Privacy Policy to register',
    guardianConsent: isGuardianMissing ? 'Ask your parent or guardian to agree' : undefined,
  }
}
