import { readStored, removeStored, writeStored } from '../../../client/browser-storage.ts'
import { emptyQuestion, isBlank, type QuestionDraft, type TestDraft } from './draft.ts'

/** Where a draft lies: that of a new test, or that of changes to one. */
export type Slot = 'new' | `test ${string}`
export const newTest: Slot = 'new'
export const changesTo = (testId: string): Slot => `test ${testId}`

export type Kept = {
  readonly draft: TestDraft
  /** The version of the test that the changes were begun from. */
  readonly begunFrom?: string | undefined
  /** Of a new test: sent again after a lost reply, it makes no second one. */
  readonly idempotencyKey?: string | undefined
}

export type Stored = Kept & {
  readonly savedAt: number
  /** Numbers of the questions whose pictures are not kept. */
  readonly lostPictures: readonly number[]
}

/** Until logout, or as long as the tab: it holds the key of an exam, and labs share computers. */
export function storeDraft(slot: Slot, { draft, ...kept }: Kept): Stored | null {
  const lostPictures = draft.questions.flatMap(({ file, options }, index) =>
    file || options.some((option) => option.file) ? [index + 1] : [],
  )
  const questions = draft.questions.map(withoutFiles)
  const stored = { ...kept, draft: { ...draft, questions }, savedAt: Date.now(), lostPictures }
  // Where storage takes nothing, the page still holds everything.
  return writeStored('test-draft', JSON.stringify(stored), slot) ? stored : null
}

export function storedDraft(slot: Slot): Stored | null {
  try {
    const stored = JSON.parse(readStored('test-draft', slot) ?? 'null') as Stored | null
    if (!stored) return null
    const questions = stored.draft.questions.map((question) => ({
      ...emptyQuestion(),
      ...withoutFiles(question),
      key: emptyQuestion().key,
    }))
    return { ...stored, draft: { ...stored.draft, questions } }
  } catch {
    return null
  }
}

export function forgetDraft(slot: Slot) {
  removeStored('test-draft', slot)
}

/** Worth keeping: something was typed. */
export function isWorthKeeping({ title, questions }: TestDraft): boolean {
  return title.trim() !== '' || questions.length > 1 || !questions.every(isBlank)
}

function withoutFiles(question: QuestionDraft): QuestionDraft {
  const options = question.options.map((option) => ({ ...option, file: null }))
  return { ...question, file: null, options, isChecked: false, told: {} }
}
