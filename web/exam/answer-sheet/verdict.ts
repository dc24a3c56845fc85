import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { AnswerSheetItem } from '#contract/results.ts'

/** What became of a question; left unanswered is not the same as wrong. */
export type Verdict = 'correct' | 'incorrect' | 'unanswered'

export function verdictOf({ isCorrect, selectedAnswer }: AnswerSheetItem): Verdict {
  if (isCorrect) return 'correct'
  return selectedAnswer === null ? 'unanswered' : 'incorrect'
}

export const verdictLooks = {
  correct: { word: 'Correct', tone: 'ok', Icon: IconCheck },
  incorrect: { word: 'Incorrect', tone: 'bad', Icon: IconX },
  unanswered: { word: 'Not answered', tone: 'neutral', Icon: IconMinus },
} as const satisfies Record<Verdict, unknown>
