import {
  isAsked,
  type RegistrationDraft,
  type RegistrationField,
  registrationFields,
} from '#core/students/registration.ts'
import type { ImageSide } from './steps.ts'

export type SelectedImage = { readonly file: File | null; readonly error: string | undefined }
export type SelectedImages = Readonly<Partial<Record<ImageSide, SelectedImage>>>

/** The values typed so far, without the pictures. */
export type Draft = {
  readonly answers: RegistrationDraft
  /** The permanent address is a copy that follows the local one. */
  readonly isSameAddress: boolean
  readonly isAccepted: boolean
  readonly isConsented: boolean
  readonly isGuardianConsented: boolean
  /** A consent was unticked because what it covers has changed: it has to be given again. */
  readonly mustConsentAgain: boolean
  readonly mustGuardianConsentAgain: boolean
  /** The identity card is shown at the desk; no picture is sent. */
  readonly isShownAtDesk: boolean
  /** Which pictures were chosen: a reload loses them, and the form says which. */
  readonly chosenSides: readonly ImageSide[]
  /**
   * The idempotency key of this registration: the server carries it out once, however often it is
   * sent.
   */
  readonly key: string | null
  /** It was sent without a reply: it may have arrived. */
  readonly isUnanswered: boolean
}

export const emptyDraft: Draft = {
  answers: {},
  isSameAddress: false,
  isAccepted: false,
  isConsented: false,
  isGuardianConsented: false,
  mustConsentAgain: false,
  mustGuardianConsentAgain: false,
  isShownAtDesk: false,
  chosenSides: [],
  key: null,
  isUnanswered: false,
}

/** Fields that the guardian's consent refers to. */
const guardianFields: readonly RegistrationField[] = ['dob', 'name', 'fname']

/** Changes one answer: copies of it follow, and answers that it hides are removed. */
export function applyAnswer(draft: Draft, field: RegistrationField, value: string): Draft {
  const answers = { ...draft.answers, [field]: value }
  const synced = draft.isSameAddress ? { ...answers, paddress: answers.laddress ?? '' } : answers
  const isGuardianFieldChanged =
    guardianFields.includes(field) && value !== (draft.answers[field] ?? '')
  const isConsentOutdated = draft.isGuardianConsented && isGuardianFieldChanged
  return {
    ...draft,
    answers: removeHiddenAnswers(synced),
    isGuardianConsented: draft.isGuardianConsented && !isGuardianFieldChanged,
    mustGuardianConsentAgain: draft.mustGuardianConsentAgain || isConsentOutdated,
  }
}

/** Ticking copies the local address; unticking clears the permanent one. */
export function setSameAddress(draft: Draft, isSameAddress: boolean): Draft {
  const paddress = isSameAddress ? (draft.answers.laddress ?? '') : ''
  return { ...draft, isSameAddress, answers: { ...draft.answers, paddress } }
}

/** A consent from before the first picture does not cover it. */
export function setSideChosen(draft: Draft, side: ImageSide, isChosen: boolean): Draft {
  const others = draft.chosenSides.filter((chosen) => chosen !== side)
  const isConsentOutdated = draft.isConsented && isChosen && draft.chosenSides.length === 0
  return {
    ...draft,
    chosenSides: isChosen ? [...others, side] : others,
    isConsented: draft.isConsented && !isConsentOutdated,
    mustConsentAgain: draft.mustConsentAgain || isConsentOutdated,
  }
}

export function isDraftEmpty({ answers, chosenSides, key, ...flags }: Draft): boolean {
  const hasNoFlag = Object.values(flags).every((flag) => !flag)
  return hasNoFlag && chosenSides.length === 0 && Object.values(answers).every((value) => !value)
}

function removeHiddenAnswers(answers: RegistrationDraft): RegistrationDraft {
  const visibleFields = registrationFields.filter((field) => isAsked(field, answers))
  return Object.fromEntries(
    visibleFields.flatMap((field) =>
      answers[field] === undefined ? [] : [[field, answers[field]]],
    ),
  )
}
