import { type RefObject, useEffect, useRef, useState } from 'react'
import { type RegistrationField, registrationFields } from '#core/students/registration.ts'
import { type Values, valuesOf } from '../../kit/form/form-state.ts'
import { answered, type Draft, emptyDraft, isEmpty, withSameAddress, withSide } from './draft.ts'
import type { HeldImage, HeldImages } from './draft-context.ts'
import { forgetDraft, storeDraft, storedDraft } from './draft-storage.ts'
import type { ImageSide } from './parts.ts'

/** What was typed, kept for a reload; the pictures only as long as the page stands. */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  const [draft, setDraft] = useState(emptyDraft)
  const [images, setImages] = useState<HeldImages>({})
  // What changes while something is sent is added to the newest draft, not to the one that was drawn.
  const newest = useRef(emptyDraft)

  // The built page knows no draft, and takes what is typed before its code arrives.
  useEffect(() => {
    const early = form.current ? valuesOf(form.current) : {}
    const found = withEarly(storedDraft() ?? emptyDraft, early)
    if (isEmpty(found)) return
    newest.current = found
    setDraft(found)
  }, [form])

  const change = (update: (draft: Draft) => Draft) => {
    newest.current = update(newest.current)
    setDraft(newest.current)
    storeDraft(newest.current)
    return newest.current
  }
  const set = (part: Partial<Draft>) => change((before) => ({ ...before, ...part }))

  return {
    draft,
    images,
    answer: (field: RegistrationField, value: string) =>
      change((before) => answered(before, field, value)),
    copyAddress: (isSame: boolean) => change((before) => withSameAddress(before, isSame)),
    accept: (isAccepted: boolean) => set({ isAccepted }),
    consent: (isConsented: boolean) => set({ isConsented }),
    consentAsGuardian: (isGuardianConsented: boolean) => set({ isGuardianConsented }),
    showAtDesk(isShownAtDesk: boolean) {
      set({ isShownAtDesk, chosenSides: [] })
      setImages({})
    },
    holdImage(side: ImageSide, image: HeldImage) {
      change((before) => withSide(before, side, image.file !== null))
      setImages((before) => ({ ...before, [side]: image }))
    },
    leaveOutLost: () => set({ chosenSides: [] }),
    /** The key under which it is sent: the one of the try before, as long as that may have arrived. */
    beginSending(): string {
      const { key } = change(({ key, ...before }) => ({
        ...before,
        key: key ?? newKey(),
        isUnanswered: true,
      }))
      return key ?? ''
    },
    /** An answer has come, so nothing is open any more. */
    endSending: () => set({ isUnanswered: false }),
    /** What is sent next is another registration. */
    renewKey: () => set({ key: null, isUnanswered: false }),
    forget: forgetDraft,
  }
}

/** 128 random bits; `randomUUID` is missing on plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function withEarly(draft: Draft, early: Values): Draft {
  const typed = registrationFields.filter((field) => early[field])
  const ticked = {
    ...draft,
    isAccepted: draft.isAccepted || early.termsAccepted !== undefined,
    isConsented: draft.isConsented || early.privacyConsent !== undefined,
    isShownAtDesk: draft.isShownAtDesk || early.identityCard === 'desk',
  }
  return typed.reduce((before, field) => answered(before, field, early[field] ?? ''), ticked)
}
