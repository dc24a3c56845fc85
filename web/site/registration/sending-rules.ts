import {
  asked,
  faultsOf,
  isAsked,
  type RegistrationDraft,
  type RegistrationField,
  registrationFields,
} from '#core/registration.ts'
import type { Refused } from '../../api.ts'
import { today } from '../../kit/day.ts'
import type { Faults, Values } from '../../kit/form/form-state.ts'
import { tooLarge } from '../../kit/form/image-file.ts'
import { tidyDate } from './date-of-birth.ts'
import type { Draft } from './draft.ts'
import type { HeldImages } from './draft-context.ts'
import { imageLabels, imageSides } from './parts.ts'

/** The rules of the server, before anything is sent. */
export function checkOf({ isSameAddress }: Draft, images: HeldImages) {
  return (values: Values): Faults => ({
    ...faultsOf(tidied(values), today()),
    // The copy is mended by mending the original.
    ...(isSameAddress && { paddress: undefined }),
    ...Object.fromEntries(imageSides.map((side) => [side, images[side]?.fault])),
  })
}

/** What is asked of this person, the pictures, and the accepted terms. */
export function bodyOf({ answers, isAccepted }: Draft, images: HeldImages): FormData {
  const body = new FormData()
  for (const [field, answer] of Object.entries(asked(tidied(answers)))) body.set(field, answer)
  for (const side of imageSides) {
    const file = images[side]?.file
    if (file) body.set(side, file, file.name)
  }
  if (isAccepted) body.set('termsAccepted', 'true')
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
  ])
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !gone.has(field)))
}

function tidied(answers: RegistrationDraft): RegistrationDraft {
  return { ...answers, dob: tidyDate(answers.dob ?? '') }
}
