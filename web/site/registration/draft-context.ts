import { createContext, useContext } from 'react'
import type { RegistrationField } from '#core/registration.ts'
import type { Draft } from './draft.ts'
import type { ImageSide } from './parts.ts'

export type HeldImage = { readonly file: File | null; readonly fault: string | undefined }
export type HeldImages = Readonly<Partial<Record<ImageSide, HeldImage>>>

type DraftState = {
  readonly draft: Draft
  readonly answer: (field: RegistrationField, value: string) => void
  readonly copyAddress: (isSame: boolean) => void
  readonly accept: (isAccepted: boolean) => void
  readonly holdImage: (side: ImageSide, image: HeldImage) => void
}

export const DraftContext = createContext<DraftState | null>(null)

export function useDraftState(): DraftState {
  const state = useContext(DraftContext)
  if (!state) throw new Error('A part of the registration stands outside of it')
  return state
}
