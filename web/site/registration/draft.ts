import {
  isAsked,
  type RegistrationDraft,
  type RegistrationField,
  registrationFields,
} from '#core/registration.ts'

/** What was typed so far; the pictures are not part of it. */
export type Draft = {
  readonly answers: RegistrationDraft
  /** The permanent address is a copy, and follows the local one. */
  readonly isSameAddress: boolean
  readonly isAccepted: boolean
}

export const emptyDraft: Draft = { answers: {}, isSameAddress: false, isAccepted: false }

/** One answer changed: what it copies follows, and what it hides is forgotten. */
export function answered(draft: Draft, field: RegistrationField, value: string): Draft {
  const answers = { ...draft.answers, [field]: value }
  const copied = draft.isSameAddress ? { ...answers, paddress: answers.laddress ?? '' } : answers
  return { ...draft, answers: withoutHidden(copied) }
}

/** Ticking copies the local address; unticking clears the permanent one. */
export function withSameAddress(draft: Draft, isSameAddress: boolean): Draft {
  const paddress = isSameAddress ? (draft.answers.laddress ?? '') : ''
  return { ...draft, isSameAddress, answers: { ...draft.answers, paddress } }
}

export function isEmpty({ answers, isSameAddress, isAccepted }: Draft): boolean {
  return !isSameAddress && !isAccepted && Object.values(answers).every((value) => !value)
}

function withoutHidden(answers: RegistrationDraft): RegistrationDraft {
  const kept = registrationFields.filter((field) => isAsked(field, answers))
  return Object.fromEntries(
    kept.flatMap((field) => (answers[field] === undefined ? [] : [[field, answers[field]]])),
  )
}
