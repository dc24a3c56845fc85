import { emptyQuestion, isBlank, type QuestionDraft, type TestDraft } from './draft.ts'

/** Lives as long as the tab: it holds the key of an exam, and labs share their computers. */
const key = 'test-draft'

type Stored = {
  readonly savedAt: number
  readonly draft: TestDraft
  /** Numbers of the questions whose pictures are not kept. */
  readonly lostPictures: readonly number[]
}

export function storeDraft(draft: TestDraft): number | null {
  const savedAt = Date.now()
  const lostPictures = draft.questions.flatMap(({ file, options }, index) =>
    file || options.some((option) => option.file) ? [index + 1] : [],
  )
  const questions = draft.questions.map(withoutFiles)
  try {
    const stored: Stored = { savedAt, draft: { ...draft, questions }, lostPictures }
    sessionStorage.setItem(key, JSON.stringify(stored))
    return savedAt
  } catch {
    // Storage is full or switched off: the page still holds everything.
    return null
  }
}

export function storedDraft(): Stored | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Stored | null
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

export function forgetDraft() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Then there was nothing to forget.
  }
}

/** Worth keeping: something was typed. */
export function isWorthKeeping({ title, questions }: TestDraft): boolean {
  return title.trim() !== '' || questions.length > 1 || !questions.every(isBlank)
}

function withoutFiles(question: QuestionDraft): QuestionDraft {
  const options = question.options.map((option) => ({ ...option, file: null }))
  return { ...question, file: null, options, isChecked: false, told: {} }
}
