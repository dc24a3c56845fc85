import { AnsweredOptions } from '../options/answered-options.tsx'
import type { ReviewProps } from '../options/kind-screens.ts'

export function SingleChoiceReview({ item, reader }: ReviewProps) {
  if (item.kind === 'multiple-choice') return null
  const chosenLabel = reader === 'student' ? 'Your answer' : 'Chosen answer'
  // A correction may accept several.
  const keys = item.correctAnswers ?? [item.correctAnswer]
  return (
    <AnsweredOptions
      options={item.options}
      getTag={({ text }) => {
        const isChosen = text === item.selectedAnswer
        const isKey = keys.includes(text)
        // The question got its mark, maybe because its key was corrected.
        if (isChosen && (isKey || item.isCorrect))
          return { look: 'right', label: `${chosenLabel}, correct` }
        if (isChosen) return { look: 'wrong', label: chosenLabel }
        return isKey ? { look: 'right', label: 'Correct answer' } : null
      }}
    />
  )
}
