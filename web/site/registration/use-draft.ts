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

type StoredDraft = 'registration-draft' | 'registration-rest'

type DraftOptions = {
  readonly storedAs?: StoredDraft
  /** Before anything is typed. */
  readonly known?: Draft
  /** The institute has entered name, address and course, which only staff change. */
  readonly isCompletion?: boolean
}

/** Outlives the screen while another page of the site is shown; never stored. */
let keptImages: SelectedImages = {}

/** The draft, kept over a reload; the pictures only as long as the site is not loaded anew. */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { storedAs = 'registration-draft', known = emptyDraft, isCompletion = false }: DraftOptions = {},
) {
  const [draft, setDraft] = useState(known)
  const [images, setImages] = useState(() => loadImages(storedAs))
  // Changes apply to the newest draft, not to the one last rendered.
  const latestDraft = useRef(known)

  // The built page has no draft, and accepts input before its code is loaded.
  useEffect(() => {
    const earlyValues = form.current ? readValues(form.current) : {}
    const initialDraft = mergeEarlyValues(loadDraft(storedAs) ?? known, earlyValues)
    if (isDraftEmpty(initialDraft)) return
    latestDraft.current = initialDraft
    setDraft(initialDraft)
  }, [form, storedAs, known])

  const applyChange = (update: (draft: Draft) => Draft) => {
    latestDraft.current = update(latestDraft.current)
    setDraft(latestDraft.current)
    saveDraft(storedAs, latestDraft.current)
    return latestDraft.current
  }
  const keepImages = (latestImages: SelectedImages) => {
    keptImages = latestImages
    setImages(latestImages)
  }
  const updateDraft = (part: Partial<Draft>) =>
    applyChange((previous) => ({ ...previous, ...part }))

  return {
    draft,
    images,
    isCompletion,
    setAnswer: (field: RegistrationField, value: string) =>
      applyChange((previous) => applyAnswer(previous, field, value)),
    copyAddress: (isSame: boolean) => applyChange((previous) => setSameAddress(previous, isSame)),
    accept: (isAccepted: boolean) => updateDraft({ isAccepted }),
    consent: (isConsented: boolean) => updateDraft({ isConsented, mustConsentAgain: false }),
    consentAsGuardian: (isGuardianConsented: boolean) =>
      updateDraft({ isGuardianConsented, mustGuardianConsentAgain: false }),
    showAtDesk(isShownAtDesk: boolean) {
      updateDraft({ isShownAtDesk, chosenSides: [] })
      keepImages({})
    },
    setImage(side: ImageSide, image: SelectedImage) {
      applyChange((previous) => setSideChosen(previous, side, image.file !== null))
      keepImages({ ...keptImages, [side]: image })
    },
    dropLostImages: () => updateDraft({ chosenSides: [] }),
    /** Returns the idempotency key: that of the earlier try, as long as it may have arrived. */
    beginSending(): string {
      const { key } = applyChange(({ key, ...previous }) => ({
        ...previous,
        key: key ?? createIdempotencyKey(),
        isUnanswered: true,
      }))
      return key ?? ''
    },
    /** A reply has come, so the outcome is known. */
    endSending: () => updateDraft({ isUnanswered: false }),
    /** Makes what is sent next a new registration. */
    renewKey: () => updateDraft({ key: null, isUnanswered: false }),
    discardDraft() {
      removeStored(storedAs)
      keptImages = {}
    },
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

/** Kept only as long as the tab, since it is private. */
function loadDraft(storedAs: StoredDraft): Draft | null {
  try {
    const text = readStored(storedAs)
    return text ? { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) } : null
  } catch {
    return null
  }
}

/** Pictures go with their draft. */
function loadImages(storedAs: StoredDraft): SelectedImages {
  if (storedAs !== 'registration-draft' || Object.keys(keptImages).length === 0) return {}
  if (!loadDraft(storedAs)) keptImages = {}
  return keptImages
}

/** If storage is full or disabled, the form itself still holds everything. */
function saveDraft(storedAs: StoredDraft, draft: Draft) {
  writeStored(storedAs, JSON.stringify(draft))
}

type DraftState = Omit<ReturnType<typeof useDraft>, 'discardDraft'>

export const DraftContext = createContext<DraftState | null>(null)

export function useDraftState(): DraftState {
  const state = useContext(DraftContext)
  if (!state) throw new Error('A part of the registration is rendered outside of it')
  return state
}
