import { Badge } from '../../ui/badge.tsx'
import { QuestionView } from '../question-view.tsx'
import { AnsweredOption } from './answered-option.tsx'
import css from './answered-question.module.css'
import type { NumberedResponse } from './question-map.tsx'
import { getVerdict, verdictBadges } from './verdict.ts'

type AnsweredQuestionProps = {
  readonly line: NumberedResponse
  readonly reader: 'student' | 'admin'
}

export function AnsweredQuestion({ line, reader }: AnsweredQuestionProps) {
  const { number, id, response } = line
  const { label, tone, Icon } = verdictBadges[getVerdict(response)]
  return (
    <article id={id} tabIndex={-1} aria-label={`Question ${number}`} className={css.question}>
      <div className={css.head}>
        <span>Question {number}</span>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {label}
        </Badge>
      </div>
      <QuestionView
        heading="h3"
        text={response.questionText}
        imageUrl={response.questionImage}
        code={response.codeSnippet}
      />
      <ol className={css.options}>
        {response.options.map((option, index) => (
          <AnsweredOption
            key={option.text}
            option={option}
            letter={String.fromCharCode(65 + index)}
            isChosen={option.text === response.selectedAnswer}
            isKey={option.text === response.correctAnswer}
            isMarked={response.isCorrect}
            reader={reader}
          />
        ))}
      </ol>
    </article>
  )
}
