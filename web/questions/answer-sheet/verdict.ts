import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { AnswerSheetItem } from '#contract/results.ts'

/** What became of a question; left unanswered is not the same as wrong. */
export type Verdict = 'correct' | 'incorrect' | 'unanswered'

export function getVerdict({ isCorrect, selectedAnswer }: AnswerSheetItem): Verdict {
  if (isCorrect) return 'correct'
  return selectedAnswer === null ? 'unanswered' : 'incorrect'
}

export const verdictBadges = {
  correct: { label: 'Correct', tone: 'ok', Icon: IconCheck },
  incorrect: { label: 'Incorrect', tone: 'bad', Icon: IconX },
  unanswered: { label: 'Not answered', tone: 'neutral', Icon: IconMinus },
} as const satisfies Record<Verdict, unknown>
