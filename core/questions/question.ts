import type { DraftError, KeyCorrection, QuestionKind } from './kind.ts'
import { defaultKind, kinds } from './kinds.ts'

type Kinds = typeof kinds
export type KindName = keyof Kinds
export const kindNames = Object.keys(kinds) as KindName[]

/** A question of any kind, told apart by `kind`. */
export type Question = ReturnType<Kinds[KindName]['createQuestion']>

/** The answer to a question of any kind; only its kind can read it. */
export type AnswerValue = ReturnType<Kinds[KindName]['getKey']>

type AnyDraft = Parameters<Kinds[KindName]['validateDraft']>[0]

/** A question of any kind as its author typed it. */
export type QuestionDraft = AnyDraft & { readonly kind: KindName }

/** By question. */
export type KeyCorrections = Readonly<Record<string, KeyCorrection<AnswerValue>>>

/** A kind whose type is not known statically; it must be given its own questions and answers. */
export type AnyQuestionKind = QuestionKind<Question, AnswerValue, AnyDraft>

export function kindOf({ kind }: { readonly kind: KindName }): AnyQuestionKind {
  return kinds[kind] as unknown as AnyQuestionKind
}

/** `kind` where the wire names it: clients take a question without one for single choice. */
export function toWireKind<Name extends KindName>({ kind }: { readonly kind: Name }) {
  return kind === defaultKind ? {} : { kind }
}

/** Everything that keeps a question from being asked. */
export function validateQuestionDraft(draft: QuestionDraft): DraftError[] {
  return [...validateQuestionText(draft.text), ...kindOf(draft).validateDraft(draft)]
}

export function validateQuestionText(text: string): DraftError[] {
  return text.trim() ? [] : [{ field: 'question', message: 'Enter the question' }]
}

/** The pictures of the question and of its options, null where there is none. */
export function listQuestionImages(question: Question): (string | null)[] {
  return [
    question.imageId,
    ...kindOf(question)
      .listOptions(question)
      .map((one) => one.imageId),
  ]
}

/** Everything of it that a student reads. */
export function listQuestionTexts(question: Question): string[] {
  const options = kindOf(question).listOptions(question)
  const described = [question, ...options].flatMap(({ imageDescription }) => imageDescription ?? [])
  return [
    question.text,
    question.codeSnippet ?? '',
    ...options.map(({ text }) => text),
    ...described,
  ]
}

/**
 * Identifies a question without its key, by its words, pictures and options. The description of a
 * picture is left out: it says the same once more.
 */
export function toQuestionFingerprint(question: Question): string {
  const { kind, id, text, imageId, codeSnippet } = question
  const options = kindOf(question)
    .listOptions(question)
    .map((option) => [option.text, option.imageId])
  return JSON.stringify([kind, id, text, imageId, codeSnippet, options])
}
