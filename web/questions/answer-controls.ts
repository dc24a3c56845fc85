import type { ComponentType } from 'react'
import type { AnswerSheetItem, PresentedQuestion } from '#contract/questions/kinds.ts'
import type { KindName } from '#core/questions/question.ts'
import { MultipleChoiceAnswer } from './multiple-choice/answer-control.tsx'
import type { AnswerControlProps } from './options/kind-screens.ts'
import { SingleChoiceAnswer } from './single-choice/answer-control.tsx'

/**
 * The answer control of each kind of question. Reviews and editors have lists of their own, so that
 * the quiz loads neither.
 */
export const answerControls: Readonly<Record<KindName, ComponentType<AnswerControlProps>>> = {
  'single-choice': SingleChoiceAnswer,
  'multiple-choice': MultipleChoiceAnswer,
}

/** The kinds that this build can show, named to the server before a quiz starts. */
export const knownKinds = Object.keys(answerControls)

/** The wire names every kind but one. */
export function getKind({ kind = 'single-choice' }: { readonly kind?: KindName }): KindName {
  return kind
}

/** Each kind has a field of its own for what was chosen; null is nothing. */
export function isAnswered(question: PresentedQuestion | AnswerSheetItem): boolean {
  return (
    ('selectedAnswers' in question ? question.selectedAnswers : question.selectedAnswer) !== null
  )
}

/** Said to a student who submits without an answer. */
export function askForAnswer({ options }: { readonly options: readonly unknown[] }): string {
  return options.length > 0 ? 'Choose an option first.' : 'Answer the question first.'
}
