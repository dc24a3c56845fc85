import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { type RegistrationField, registrationFields } from '#core/students/registration.ts'
import { readStored, removeStored, writeStored } from '../../client/browser-storage.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { type FieldValues, readValues } from '../../ui/form/form-state.ts'
import {
  applyAnswer,
  type Draft,
  emptyDraft,
  isDraftEmpty,
  type SelectedImage,
  type SelectedImages,
  setSameAddress,
  setSideChosen,
} from './draft.ts'
import type { ImageSide } from './steps.ts'

/** What was typed, kept for a reload; the pictures only as long as the page stands. */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  const [draft, setDraft] = useState(emptyDraft)
  const [images, setImages] = useState<SelectedImages>({})
  // What changes while something is sent is added to the newest draft, not to the one that was drawn.
  const latestDraft = useRef(emptyDraft)

  // The built page knows no draft, and takes what is typed before its code arrives.
  useEffect(() => {
    const earlyValues = form.current ? readValues(form.current) : {}
    const initialDraft = mergeEarlyValues(loadDraft() ?? emptyDraft, earlyValues)
    if (isDraftEmpty(initialDraft)) return
    latestDraft.current = initialDraft
    setDraft(initialDraft)
  }, [form])

  const applyChange = (update: (draft: Draft) => Draft) => {
    latestDraft.current = update(latestDraft.current)
    setDraft(latestDraft.current)
    saveDraft(latestDraft.current)
    return latestDraft.current
  }
  const updateDraft = (part: Partial<Draft>) =>
    applyChange((previous) => ({ ...previous, ...part }))

  return {
    draft,
    images,
    setAnswer: (field: RegistrationField, value: string) =>
      applyChange((previous) => applyAnswer(previous, field, value)),
    copyAddress: (isSame: boolean) => applyChange((previous) => setSameAddress(previous, isSame)),
    accept: (isAccepted: boolean) => updateDraft({ isAccepted }),
    consent: (isConsented: boolean) => updateDraft({ isConsented }),
    consentAsGuardian: (isGuardianConsented: boolean) => updateDraft({ isGuardianConsented }),
    showAtDesk(isShownAtDesk: boolean) {
      updateDraft({ isShownAtDesk, chosenSides: [] })
      setImages({})
    },
    setImage(side: ImageSide, image: SelectedImage) {
      applyChange((previous) => setSideChosen(previous, side, image.file !== null))
      setImages((previous) => ({ ...previous, [side]: image }))
    },
    dropLostImages: () => updateDraft({ chosenSides: [] }),
    /** The key under which it is sent: the one of the try before, as long as that may have arrived. */
    beginSending(): string {
      const { key } = applyChange(({ key, ...previous }) => ({
        ...previous,
        key: key ?? createIdempotencyKey(),
        isUnanswered: true,
      }))
      return key ?? ''
    },
    /** An answer has come, so nothing is open any more. */
    endSending: () => updateDraft({ isUnanswered: false }),
    /** What is sent next is another registration. */
    renewKey: () => updateDraft({ key: null, isUnanswered: false }),
    discardDraft: deleteDraft,
  }
}

function mergeEarlyValues(draft: Draft, earlyValues: FieldValues): Draft {
  const typedFields = registrationFields.filter((field) => earlyValues[field])
  const withConsents = {
    ...draft,
    isAccepted: draft.isAccepted || earlyValues.termsAccepted !== undefined,
    isConsented: draft.isConsented || earlyValues.privacyConsent !== undefined,
    isShownAtDesk: draft.isShownAtDesk || earlyValues.identityCard === 'desk',
  }
  return typedFields.reduce(
    (previous, field) => applyAnswer(previous, field, earlyValues[field] ?? ''),
    withConsents,
  )
}

/** Lives as long as the tab: what stands in it is nobody else's business. */
function loadDraft(): Draft | null {
  try {
    const text = readStored('registration-draft')
    return text ? { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) } : null
  } catch {
    return null
  }
}

/** Where storage is full or switched off, the form still holds everything. */
function saveDraft(draft: Draft) {
  writeStored('registration-draft', JSON.stringify(draft))
}

function deleteDraft() {
  removeStored('registration-draft')
}

type DraftState = Omit<ReturnType<typeof useDraft>, 'discardDraft'>

export const DraftContext = createContext<DraftState | null>(null)

export function useDraftState(): DraftState {
  const state = useContext(DraftContext)
  if (!state) throw new Error('A part of the registration stands outside of it')
  return state
}
