import { defaultKind } from '#core/questions/kinds.ts'
import { defaultOptionCount } from '#core/questions/option-list.ts'
import type { KindName } from '#core/questions/question.ts'

/** The picture that the server keeps, and the one picked to take its place. */
export type Picture = {
  readonly fileUrl: string | null
  readonly file: File | null
  /** For those who cannot see it; missing where it never had one. */
  readonly description?: string | undefined
}

export function hasPicture({ fileUrl, file }: Picture): boolean {
  return fileUrl !== null || file !== null
}

export type OptionDraft = Picture & {
  /** Names the row for as long as the page is open, wherever it is moved. */
  readonly key: string
  readonly text: string
  readonly isCorrect: boolean
}

/** A question while it is written; anything may be missing. A kind may add fields of its own. */
export type QuestionDraft = Picture & {
  /** Names the card for as long as the page is open. */
  readonly key: string
  readonly _id?: string
  readonly kind: KindName
  readonly text: string
  readonly code: string | null
  /** Empty where nothing is chosen. */
  readonly options: readonly OptionDraft[]
  /** Its errors are shown: it was left, or the form was submitted. */
  readonly isChecked: boolean
  /** The server's errors in its fields; gone with the next change. */
  readonly reportedErrors: Readonly<Record<string, string>>
}

/** A change to a question, computed from its current state. */
export type QuestionEdit<Draft extends QuestionDraft = QuestionDraft> = (
  question: Draft,
) => Partial<Draft>

let keyCount = 0
function createKey(of: 'question' | 'option'): string {
  keyCount += 1
  return `${of}-${keyCount}`
}

const noPicture: Picture = { fileUrl: null, file: null }

export function createOption(filled: Partial<OptionDraft> = {}): OptionDraft {
  return { text: '', isCorrect: false, ...noPicture, ...filled, key: createKey('option') }
}

export function createQuestion(filled: Partial<QuestionDraft> = {}): QuestionDraft {
  return {
    kind: defaultKind,
    text: '',
    code: null,
    ...noPicture,
    ...filled,
    options: filled.options ?? Array.from({ length: defaultOptionCount }, () => createOption()),
    key: createKey('question'),
    isChecked: filled.isChecked ?? false,
    reportedErrors: {},
  }
}
