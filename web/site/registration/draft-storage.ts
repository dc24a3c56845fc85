import { readStored, removeStored, writeStored } from '../../client/browser-storage.ts'
import { type Draft, emptyDraft } from './draft.ts'

/** Lives as long as the tab: what stands in it is nobody else's business. */
export function loadDraft(): Draft | null {
  try {
    const text = readStored('registration-draft')
    return text ? { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) } : null
  } catch {
    return null
  }
}

/** Where storage is full or switched off, the form still holds everything. */
export function saveDraft(draft: Draft) {
  writeStored('registration-draft', JSON.stringify(draft))
}

export function deleteDraft() {
  removeStored('registration-draft')
}
