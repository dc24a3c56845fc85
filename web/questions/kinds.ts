import type { ComponentType } from 'react'
import type { AnswerControlProps } from './options/kind-screens.ts'
import { SingleChoiceAnswer } from './single-choice/answer-control.tsx'

/**
 * What a student answers each kind of question with. Reviews and editors have lists of their own,
 * so that the quiz loads neither.
 */
export const answerControls = {
  'single-choice': SingleChoiceAnswer,
} as const satisfies Readonly<Record<string, ComponentType<AnswerControlProps>>>
