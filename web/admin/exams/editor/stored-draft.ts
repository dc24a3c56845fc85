import { useEffect, useRef, useState } from 'react'
import { readStored, removeStored, writeStored } from '../../../client/browser-storage.ts'
import { isBlank } from '../../../questions/kind-editors.ts'
import {
  createOption,
  createQuestion,
  type OptionDraft,
  type QuestionDraft,
} from '../../../questions/options/question-draft.ts'
import type { ExamDraft } from './exam-draft.ts'

/** The slot of a draft: that of a new test, or that of changes to one. */
type DraftSlot = 'new' | `test ${string}`
export const newExamSlot: DraftSlot = 'new'
export const toExamSlot = (examId: string): DraftSlot => `test ${examId}`

type DraftToStore = {
  readonly draft: ExamDraft
  /** The version of the test that the changes were begun from. */
  readonly begunFrom?: string | undefined
  /** Set for a new test: a save sent again after a lost reply makes no second one. */
  readonly idempotencyKey?: string | undefined
}

export type StoredDraft = DraftToStore & {
  readonly savedAt: number
  /** Numbers of the questions whose pictures are not kept. */
  readonly lostPictures: readonly number[]
}

/** Until logout, or as long as the tab: it holds the key of an exam, and labs share computers. */
export function storeDraft(slot: DraftSlot, { draft, ...rest }: DraftToStore): StoredDraft | null {
  const lostPictures = draft.questions.flatMap(({ file, options }, index) =>
    file || options.some((option) => option.file) ? [index + 1] : [],
  )
  const questions = draft.questions.map(withoutFiles)
  const stored = { ...rest, draft: { ...draft, questions }, savedAt: Date.now(), lostPictures }
  // If storage takes nothing, the page still holds everything.
  return writeStored('test-draft', JSON.stringify(stored), slot) ? stored : null
}

export function readStoredDraft(slot: DraftSlot): StoredDraft | null {
  try {
    const stored = JSON.parse(readStored('test-draft', slot) ?? 'null') as StoredDraft | null
    if (!stored) return null
    const questions = stored.draft.questions.map(restoreQuestion)
    // Drafts of earlier builds are forward, and count the last attempt.
    const { navigation = 'forward', countedAttempt = 'last' } = stored.draft
    return { ...stored, draft: { ...stored.draft, navigation, countedAttempt, questions } }
  } catch {
    return null
  }
}

export function removeStoredDraft(slot: DraftSlot) {
  removeStored('test-draft', slot)
}

/** Worth keeping: something was typed. */
export function isWorthKeeping({ title, questions }: ExamDraft): boolean {
  return title.trim() !== '' || questions.length > 1 || !questions.every(isBlank)
}

/** Drafts of earlier builds name the right option by its place. */
type StoredQuestion = Omit<QuestionDraft, 'options'> & {
  readonly options: readonly (Omit<OptionDraft, 'isCorrect'> & { readonly isCorrect?: boolean })[]
  readonly correct?: number | null
}

function restoreQuestion({ correct, ...question }: StoredQuestion): QuestionDraft {
  const options = question.options.map((option, at) =>
    createOption({ ...option, isCorrect: option.isCorrect ?? at === correct }),
  )
  return createQuestion({ ...question, options })
}

function withoutFiles(question: QuestionDraft): QuestionDraft {
  const options = question.options.map((option) => ({ ...option, file: null }))
  return { ...question, file: null, options, isChecked: false, reportedErrors: {} }
}

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
