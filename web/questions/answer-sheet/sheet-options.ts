import type { AnswerSheetItem } from '#contract/questions/kinds.ts'

/** The texts of the options that were chosen. */
export function listChosen(item: AnswerSheetItem): readonly string[] {
  if (item.kind === 'multiple-choice') return item.selectedAnswers ?? []
  return item.selectedAnswer === null ? [] : [item.selectedAnswer]
}

/** The texts of the right options; where a correction accepts several answers, each of them. */
export function listCorrect(item: AnswerSheetItem): readonly string[] {
  if (item.kind === 'multiple-choice') return item.correctAnswers
  return item.correctAnswers ?? [item.correctAnswer]
}
