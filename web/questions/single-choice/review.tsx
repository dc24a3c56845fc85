import { AnsweredOptions } from '../options/answered-options.tsx'
import type { ReviewProps } from '../options/kind-screens.ts'

export function SingleChoiceReview({ item, reader }: ReviewProps) {
  const { selectedAnswer = null, correctAnswer = '' } = 'selectedAnswer' in item ? item : {}
  const chosenLabel = reader === 'student' ? 'Your answer' : 'Chosen answer'
  return (
    <AnsweredOptions
      options={item.options}
      getTag={({ text }) => {
        const isChosen = text === selectedAnswer
        const isKey = text === correctAnswer
        // The question got its mark, maybe because its key was corrected.
        if (isChosen && (isKey || item.isCorrect))
          return { look: 'right', label: `${chosenLabel}, correct` }
        if (isChosen) return { look: 'wrong', label: chosenLabel }
        return isKey ? { look: 'right', label: 'Correct answer' } : null
      }}
    />
  )
}
