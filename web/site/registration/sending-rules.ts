import {
  isAsked,
  normalizeRegistration,
  type RegistrationDraft,
  type RegistrationField,
  registrationFields,
  validateRegistration,
} from '#core/students/registration.ts'
import { site } from '#site'
import type { Refused } from '../../api.ts'
import { today } from '../../kit/day.ts'
import type { Faults, Values } from '../../kit/form/form-state.ts'
import { tooLarge } from '../../kit/form/image-file.ts'
import { consentFaultsOf, needsGuardian } from './consent-faults.ts'
import { tidyDate } from './date-of-birth.ts'
import type { Draft } from './draft.ts'
import type { HeldImages } from './draft-context.ts'
import { imageLabels, imageSides } from './parts.ts'

/** The rules of the server, before anything is sent. */
export function checkOf(draft: Draft, images: HeldImages) {
  return (values: Values): Faults => ({
    ...validateRegistration(tidied(values), today()),
    ...consentFaultsOf(draft, today()),
    // The copy is mended by mending the original.
    ...(draft.isSameAddress && { paddress: undefined }),
    ...Object.fromEntries(imageSides.map((side) => [side, images[side]?.fault])),
  })
}

/** What is asked of this person, the pictures, and the accepted terms. */
export function bodyOf(draft: Draft, images: HeldImages, website = ''): FormData {
  const { answers, isAccepted, isConsented, isGuardianConsented, isShownAtDesk } = draft
  const body = new FormData()
  for (const [field, answer] of Object.entries(normalizeRegistration(tidied(answers))))
    body.set(field, answer)
  for (const side of imageSides) {
    const file = images[side]?.file
    // Without the name that it has on this device, which may hold a number.
    if (file) body.set(side, file, `${side}.jpg`)
  }
  if (isAccepted) body.set('termsAccepted', 'true')
  if (isConsented) {
    body.set('privacyConsent', 'true')
    body.set('privacyNoticeVersion', site.privacyNoticeVersion)
    body.set('consentLanguage', document.documentElement.lang)
  }
  if (isGuardianConsented && needsGuardian(draft, today())) {
    body.set('guardianConsent', 'true')
  }
  if (isShownAtDesk) body.set('identityAtDesk', 'true')
  if (website) body.set('website', website)
  return body
}

/** Under which fields a refusal is told: only pictures can be too much. */
export function placeOf(images: HeldImages) {
  return ({ status, fields }: Refused): Faults => {
    if (status !== 413) return fields
    const sent = imageSides.filter((side) => images[side]?.file)
    return Object.fromEntries(sent.map((side) => [side, tooLarge(imageLabels[side])]))
  }
}

/** Without the faults of fields that have gone since, and of pictures taken back. */
export function standingFaults(faults: Faults, draft: Draft, images: HeldImages): Faults {
  const gone = new Set<string>([
    ...registrationFields.filter((field) => !isAsked(field, draft.answers)),
    ...imageSides.filter((side) => !images[side]?.file && !images[side]?.fault),
    ...(draft.isSameAddress ? ['paddress' satisfies RegistrationField] : []),
    ...(draft.isConsented ? ['privacyConsent'] : []),
    ...(consentFaultsOf(draft, today()).guardianConsent ? [] : ['guardianConsent']),
  ])
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !gone.has(field)))
}

function tidied(answers: RegistrationDraft): RegistrationDraft {
  return { ...answers, dob: tidyDate(answers.dob ?? '') }
}
