import type { Refusal } from '../refusal.ts'

/** In characters. */
export const maxQuestionTextLength = 5000
export const maxOptionTextLength = 1000
export const maxCodeLength = 20_000
export const maxImageDescriptionLength = 250

/** A picture, with words for those who cannot see it. */
export type Illustration = {
  readonly imageId: string | null
  /** Absent where there are none, and without a picture. */
  readonly imageDescription?: string
}

export type Option = Illustration & { readonly text: string }

/** Fields that every question has, whatever its kind. */
export type QuestionBase = Illustration & {
  readonly id: string
  readonly text: string
  readonly codeSnippet: string | null
}

/** A question as an author typed it: anything may be missing. A kind adds its key. */
export type DraftBase<Name extends string = string> = {
  readonly kind: Name
  readonly text: string
  /** Empty where nothing is chosen. */
  readonly options: readonly { readonly text: string }[]
}

/** `field` is one of the wire's question, like `options.0` or `correct_answer`. */
export type DraftError = { readonly field: string; readonly message: string }

/** A valid draft without its key: the pictures are stored by now. */
export type QuestionParts = QuestionBase & { readonly options: readonly Option[] }

/** Fields of the wire, under their own names. */
export type WireFields = Readonly<Record<string, unknown>>

/**
 * All that one kind of question does differently. `Answer` is a plain value that is stored as JSON;
 * `Draft` is a question as its author typed it, and `Sent` an answer as a student's browser sends
 * it. An `order` holds indexes into the options.
 */
export type QuestionKind<
  Question extends QuestionBase & { readonly kind: string },
  Answer,
  Draft extends DraftBase,
  Sent = WireFields,
> = {
  /** As it is stored and named on the wire. */
  readonly name: Question['kind']
  /** As screens name it. */
  readonly label: string
  /** Everything about options and key that keeps the question from being asked. */
  validateDraft(draft: Draft): DraftError[]
  /** Only of a draft without errors. */
  createQuestion(draft: Draft, parts: QuestionParts): Question

  /** The options to choose from, as the author wrote them; empty where nothing is chosen. */
  listOptions(question: Question): readonly Option[]
  /** The options as one attempt shows them, without a key. */
  present(question: Question, order: readonly number[]): readonly Option[]
  /** Equal answers give equal values, however they were sent. */
  parseAnswer(
    question: Question,
    sent: Sent,
    order: readonly number[],
  ): Answer | Refusal<'unknown-option'>

  /** The opposite: as the browser sends it, by the places of options. */
  formatAnswer(answer: Answer, order: readonly number[]): Sent

  /** The key that is printed. */
  getKey(question: Question): Answer
  isRight(answer: Answer, key: Answer): boolean
  /** The options that an answer, or a key, is made of; none where nothing is chosen. */
  listChosenOptions(answer: Answer): readonly number[]

  /** The rows that item analysis counts: the options, or the answers themselves. */
  tabulateAnswers(question: Question, tally: AnswersToCount<Answer>): AnswerTable<Answer>
  /** The letter of a row of that table; null where its text is its name. */
  toRowLetter(index: number): string | null

  /** From the wire's word for a key, like "B" or "A,C"; null where it names no such option. */
  parseKey(question: Question, word: string): KeyCorrection<Answer> | null
  /** The opposite of `parseKey`. */
  formatKey(correction: KeyCorrection<Answer>): string

  /** The printed key, in the question as its author reads it. */
  toWireKey(question: Question): WireFields
  /** The answer that a student gave, in the words of the options. */
  toWireAnswer(question: Question, answer: Answer | undefined): WireFields
  /** The right answers, in the words of the options, for an answer sheet. */
  toWireSolution(question: Question, keys: readonly Answer[]): WireFields
}

type AnswersToCount<Answer> = {
  readonly answers: readonly Answer[]
  /** Those that count as right, and the printed one. */
  readonly keys: readonly Answer[]
}

type AnswerTable<Answer> = {
  readonly rows: readonly Option[]
  /** The rows that an answer counts for. */
  readonly listRows: (answer: Answer) => readonly number[]
}

/** Mends a wrong key after the exam. A key is an answer that counts as right. */
export type KeyCorrection<Answer> =
  | { readonly type: 'another-key'; readonly key: Answer }
  | { readonly type: 'accept-several'; readonly keys: readonly Answer[] }
  | { readonly type: 'everyone' }

/** Every key that a correction accepts; none where everyone gets the mark. */
export function listCorrectionKeys<Answer>(correction: KeyCorrection<Answer>): readonly Answer[] {
  if (correction.type === 'everyone') return []
  return correction.type === 'another-key' ? [correction.key] : correction.keys
}
