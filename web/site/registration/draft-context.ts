import { createContext, useContext } from 'react'
import type { ImageSide } from './steps.ts'
import type { useDraft } from './use-draft.ts'

export type SelectedImage = { readonly file: File | null; readonly error: string | undefined }
export type SelectedImages = Readonly<Partial<Record<ImageSide, SelectedImage>>>

type DraftState = Omit<ReturnType<typeof useDraft>, 'discardDraft'>

export const DraftContext = createContext<DraftState | null>(null)

export function useDraftState(): DraftState {
  const state = useContext(DraftContext)
  if (!state) throw new Error('A part of the registration stands outside of it')
  return state
}
