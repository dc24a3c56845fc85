import { type Draft, emptyDraft } from './draft.ts'

const key = 'registration-draft'

/** Lives as long as the tab: what stands in it is nobody else's business. */
export function storedDraft(): Draft | null {
  try {
    const text = sessionStorage.getItem(key)
    return text ? { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) } : null
  } catch {
    return null
  }
}

export function storeDraft(draft: Draft) {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage is full or switched off: the form still holds everything.
  }
}

export function forgetDraft() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Then there was nothing to forget.
  }
}
