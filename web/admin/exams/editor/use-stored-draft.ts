import { useEffect, useState } from 'react'
import type { TestDraft } from './draft.ts'
import { forgetDraft, isWorthKeeping, storeDraft } from './stored-draft.ts'

const afterMs = 500

/** Keeps a draft in the browser as it is typed. @returns when it was last kept */
export function useStoredDraft(draft: TestDraft, isOver: boolean): number | null {
  const [savedAt, setSavedAt] = useState<number | null>(null)
  useEffect(() => {
    if (isOver) return
    const save = () => {
      if (isWorthKeeping(draft)) return setSavedAt(storeDraft(draft))
      forgetDraft()
      setSavedAt(null)
    }
    const timer = setTimeout(save, afterMs)
    window.addEventListener('pagehide', save)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', save)
    }
  }, [draft, isOver])
  return savedAt
}
