import type { IconCircleDot } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { AnswerKey, ItemAnalysis } from '#contract/grading.ts'
import type {
  AnswerFields,
  AnswerSheetItem,
  PresentedQuestion,
  Question,
} from '#contract/questions/kinds.ts'
import type { PortableBase } from '#core/questions/formats/portable-question.ts'
import type { QuestionDraft as CoreDraft } from '#core/questions/question.ts'
import type { FieldErrors } from '../../ui/form/form-state.ts'
import type { OptionDraft, QuestionDraft, QuestionEdit } from './question-draft.ts'

/** The answer, in the fields that the wire has for it. */
export type ChosenAnswer = {
  readonly [Field in keyof AnswerFields]?: NonNullable<AnswerFields[Field]>
}

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

export type KindEditorProps<Draft extends QuestionDraft = QuestionDraft> = {
  readonly question: Draft
  readonly readOnly: boolean
  /** Whether this is the card that explains how to fill in one. */
  readonly hasHint: boolean
  readonly onEdit: (edit: QuestionEdit<Draft>) => void
}

/**
 * One kind of question while it is written. A `Draft` may have fields of its own, and has no options
 * where nothing is chosen.
 */
export type KindEditor<Draft extends QuestionDraft, Portable extends PortableBase> = {
  readonly Icon: typeof IconCircleDot
  readonly Editor: ComponentType<KindEditorProps<Draft>>
  /** Options and key of a question that was read from a file. */
  readonly ImportedAnswers: ComponentType<{ readonly question: Portable }>

  /** Adapts a question that was written for another kind. */
  adopt(question: QuestionDraft): Partial<Draft>
  /** The words to ask with before `adopt` takes something away; null where it takes nothing. */
  describeLoss(question: QuestionDraft): { readonly title: string; readonly text: string } | null

  /** Whether anything of the key is given. */
  hasKey(question: Draft): boolean
  toDraft(question: Draft): CoreDraft
  /** Errors in its own fields. */
  listErrors(question: Draft): FieldErrors
  /** Names of its own fields, from the top of the card down. */
  readonly fields: readonly RegExp[]

  /** Options and key of a saved question. */
  fromWire(question: Question): Partial<Draft>
  /** The fields that name kind and key on the wire. */
  toWireKey(question: Draft): Readonly<Record<string, unknown>>
  /** Options and key of a question from a file; the options have their texts and pictures. */
  fromPortable(question: Portable, options: readonly OptionDraft[]): Partial<Draft>
  /** The key in a file. */
  toPortable(question: Draft): Partial<Portable>
}

/**
 * How one kind has its key corrected after the exam. A `Draft` is a key that is put together of
 * more than one part.
 */
export type KeyEditor<Draft> = {
  /** Keys that need only be chosen. */
  listKeys(item: ItemAnalysis): readonly KeyToChoose[]
  /** Names the key that is put together. */
  readonly draftLabel: string
  createDraft(item: ItemAnalysis): Draft
  /** Null while it is no key yet, or none but the one that counts now. */
  toKey(item: ItemAnalysis, draft: Draft): AnswerKey | null
  readonly Fields: ComponentType<{
    readonly item: ItemAnalysis
    readonly draft: Draft
    readonly onDraft: (draft: Draft) => void
  }>
  /** "B counts." */
  describe(key: AnswerKey): string
}

export type KeyToChoose = {
  readonly value: AnswerKey
  readonly label: ReactNode
  readonly isCurrent: boolean
}
