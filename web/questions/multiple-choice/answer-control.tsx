import { AnswerOptions } from '../options/answer-options.tsx'
import type { AnswerControlProps } from '../options/kind-screens.ts'

export function MultipleChoiceAnswer({ answer, onAnswer, ...presented }: AnswerControlProps) {
  const chosen = answer?.selectedOptions ?? []
  const handlePress = (option: number) => {
    const selectedOptions = chosen.includes(option)
      ? chosen.filter((other) => other !== option)
      : [...chosen, option].sort((one, other) => one - other)
    // With the last one taken back, nothing is chosen.
    onAnswer(selectedOptions.length > 0 ? { selectedOptions } : null)
  }
  return (
    <AnswerOptions
      type="checkbox"
      hint="Choose all that apply."
      {...presented}
      isChosen={(option) => chosen.includes(option)}
      onPress={handlePress}
    />
  )
}
