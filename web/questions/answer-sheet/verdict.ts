import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import { isAnswered } from '../kinds.ts'

/** What became of a question; left unanswered is not the same as wrong. */
export type Verdict = 'correct' | 'incorrect' | 'unanswered'

export function getVerdict(item: AnswerSheetItem): Verdict {
  if (item.isCorrect) return 'correct'
  return isAnswered(item) ? 'incorrect' : 'unanswered'
}

export const verdictBadges = {
  correct: { label: 'Correct', tone: 'ok', Icon: IconCheck },
  incorrect: { label: 'Incorrect', tone: 'bad', Icon: IconX },
  unanswered: { label: 'Not answered', tone: 'neutral', Icon: IconMinus },
} as const satisfies Record<Verdict, unknown>
