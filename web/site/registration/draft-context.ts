import { createContext, useContext } from 'react'
import type { ImageSide } from './parts.ts'
import type { useDraft } from './use-draft.ts'

export type HeldImage = { readonly file: File | null; readonly fault: string | undefined }
export type HeldImages = Readonly<Partial<Record<ImageSide, HeldImage>>>

type DraftState = Omit<ReturnType<typeof useDraft>, 'forget'>

export const DraftContext = createContext<DraftState | null>(null)

export function useDraftState(): DraftState {
  const state = useContext(DraftContext)
  if (!state) throw new Error('A part of the registration stands outside of it')
  return state
}
