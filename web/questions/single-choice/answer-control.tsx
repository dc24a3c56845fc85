import { AnswerOptions } from '../options/answer-options.tsx'
import type { AnswerControlProps } from '../options/kind-screens.ts'

export function SingleChoiceAnswer({ question, answer, onAnswer }: AnswerControlProps) {
  return (
    <AnswerOptions
      name={question._id}
      options={question.options}
      isChosen={(option) => option === answer?.selectedOption}
      onPress={(selectedOption) => onAnswer({ selectedOption })}
    />
  )
}
