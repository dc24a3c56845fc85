import { type RefObject, useEffect, useState } from 'react'
import { type RegistrationField, registrationFields } from '#core/registration.ts'
import { type Values, valuesOf } from '../../kit/form/form-state.ts'
import { answered, type Draft, emptyDraft, isEmpty, withSameAddress } from './draft.ts'
import type { HeldImage, HeldImages } from './draft-context.ts'
import { forgetDraft, storeDraft, storedDraft } from './draft-storage.ts'
import type { ImageSide } from './parts.ts'

/** What was typed, kept for a reload; the pictures only as long as the page stands. */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  const [draft, setDraft] = useState(emptyDraft)
  const [images, setImages] = useState<HeldImages>({})

  // The built page knows no draft, and takes what is typed before its code arrives.
  useEffect(() => {
    const early = form.current ? valuesOf(form.current) : {}
    const found = withEarly(storedDraft() ?? emptyDraft, early)
    if (!isEmpty(found)) setDraft(found)
  }, [form])

  const change = (next: Draft) => {
    setDraft(next)
    storeDraft(next)
  }
  return {
    draft,
    images,
    answer: (field: RegistrationField, value: string) => change(answered(draft, field, value)),
    copyAddress: (isSame: boolean) => change(withSameAddress(draft, isSame)),
    accept: (isAccepted: boolean) => change({ ...draft, isAccepted }),
    holdImage: (side: ImageSide, image: HeldImage) =>
      setImages((before) => ({ ...before, [side]: image })),
    forget: forgetDraft,
  }
}

function withEarly(draft: Draft, early: Values): Draft {
  const typed = registrationFields.filter((field) => early[field])
  return typed.reduce(
    (before, field) => answered(before, field, early[field] ?? ''),
    early.termsAccepted ? { ...draft, isAccepted: true } : draft,
  )
}
