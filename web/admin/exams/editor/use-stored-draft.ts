import { useEffect, useRef, useState } from 'react'
import type { ExamDraft } from './exam-draft.ts'
import {
  type DraftSlot,
  type DraftToStore,
  removeStoredDraft,
  type StoredDraft,
  storeDraft,
} from './stored-draft.ts'

const debounceMs = 500

/**
 * Keeps a draft in the browser as it is typed, also when a login comes in between; null keeps
 * nothing. @returns what was kept last
 */
export function useStoredDraft(
  slot: DraftSlot,
  draft: ExamDraft | null,
  { begunFrom, idempotencyKey }: Omit<DraftToStore, 'draft'>,
) {
  const [stored, setStored] = useState<StoredDraft | null>(null)
  const save = () => {
    if (draft) return storeDraft(slot, { draft, begunFrom, idempotencyKey })
    removeStoredDraft(slot)
    return null
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: these four are what is saved
  useEffect(() => {
    const timer = setTimeout(() => setStored(latest.current()), debounceMs)
    return () => clearTimeout(timer)
  }, [slot, draft, begunFrom, idempotencyKey])
  useEffect(() => {
    const saveNow = () => latest.current()
    window.addEventListener('pagehide', saveNow)
    return () => {
      window.removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [])
  return stored
}
