import { createContext, useContext } from 'react'
import type { useDraft } from './use-draft.ts'

type DraftState = Omit<ReturnType<typeof useDraft>, 'discardDraft'>

export const DraftContext = createContext<DraftState | null>(null)

export function useDraftState(): DraftState {
  const state = useContext(DraftContext)
  if (!state) throw new Error('A part of the registration stands outside of it')
  return state
}
