import { AnswerOptions } from '../options/answer-options.tsx'
import type { AnswerControlProps } from '../options/kind-screens.ts'

export function SingleChoiceAnswer({ answer, onAnswer, ...presented }: AnswerControlProps) {
  const chosen = answer?.selectedOption ?? null
  return (
    <AnswerOptions
      type="radio"
      {...presented}
      isChosen={(option) => option === chosen}
      onPress={(selectedOption) => onAnswer({ selectedOption })}
    />
  )
}
