import type { AnswerSheetItem, PresentedQuestion } from '#contract/questions/kinds.ts'
import type { QuestionDraft, QuestionEdit } from './question-draft.ts'

/** The answer, in the fields that the wire has for it. */
export type ChosenAnswer =
  | { readonly selectedOption: number }
  | { readonly selectedOptions: number[] }

export type AnswerControlProps = {
  /** The name of the inputs; the question's id. */
  readonly name: string
  readonly options: PresentedQuestion['options']
  /** Null while nothing is chosen. */
  readonly answer: ChosenAnswer | null
  readonly onAnswer: (answer: ChosenAnswer | null) => void
}

/** The reader of an answer sheet: the student who chose, or an admin. */
export type SheetReader = 'student' | 'admin'

export type ReviewProps = { readonly item: AnswerSheetItem; readonly reader: SheetReader }

export type KindEditorProps = {
  readonly question: QuestionDraft
  readonly readOnly: boolean
  /** Whether this is the card that explains how to fill in one. */
  readonly hasHint: boolean
  readonly onEdit: (edit: QuestionEdit) => void
}
