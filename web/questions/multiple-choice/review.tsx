import { AnsweredOptions } from '../options/answered-options.tsx'
import type { ReviewProps } from '../options/kind-screens.ts'

export function MultipleChoiceReview({ item, reader }: ReviewProps) {
  if (item.kind !== 'multiple-choice') return null
  const chosenLabel = reader === 'student' ? 'Your answer' : 'Chosen answer'
  return (
    <AnsweredOptions
      options={item.options}
      getTag={({ text }) => {
        const isChosen = item.selectedAnswers?.includes(text)
        const isKey = item.correctAnswers.includes(text)
        if (isChosen)
          return isKey
            ? { look: 'right', label: `${chosenLabel}, correct` }
            : { look: 'wrong', label: `${chosenLabel}, wrong` }
        if (!isKey) return null
        return item.selectedAnswers && !item.isCorrect
          ? { look: 'missed', label: 'Correct answer, missed' }
          : { look: 'right', label: 'Correct answer' }
      }}
    />
  )
}
