import { useEffect, useRef, useState } from 'react'
import type { TestDraft } from './draft.ts'
import { forgetDraft, type Kept, type Slot, type Stored, storeDraft } from './stored-draft.ts'

const afterMs = 500

/**
 * Keeps a draft in the browser as it is typed, also when a login comes in between; null keeps
 * nothing. @returns what was kept last
 */
export function useStoredDraft(
  slot: Slot,
  draft: TestDraft | null,
  { begunFrom, idempotencyKey }: Omit<Kept, 'draft'>,
) {
  const [stored, setStored] = useState<Stored | null>(null)
  const save = () => {
    if (draft) return storeDraft(slot, { draft, begunFrom, idempotencyKey })
    forgetDraft(slot)
    return null
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: these four are what is saved
  useEffect(() => {
    const timer = setTimeout(() => setStored(latest.current()), afterMs)
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
