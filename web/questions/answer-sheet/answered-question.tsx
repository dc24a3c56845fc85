import type { ComponentType } from 'react'
import type { KindName } from '#core/questions/question.ts'
import { Badge } from '../../ui/badge.tsx'
import { getKind } from '../kinds.ts'
import { MultipleChoiceReview } from '../multiple-choice/review.tsx'
import type { ReviewProps, SheetReader } from '../options/kind-screens.ts'
import { QuestionView } from '../question-view.tsx'
import { SingleChoiceReview } from '../single-choice/review.tsx'
import css from './answered-question.module.css'
import type { NumberedResponse } from './question-map.tsx'
import { getVerdict, verdictBadges } from './verdict.ts'

type AnsweredQuestionProps = {
  readonly line: NumberedResponse
  readonly reader: SheetReader
}

const reviews: Readonly<Record<KindName, ComponentType<ReviewProps>>> = {
  'single-choice': SingleChoiceReview,
  'multiple-choice': MultipleChoiceReview,
}

export function AnsweredQuestion({ line, reader }: AnsweredQuestionProps) {
  const { number, id, response } = line
  const Review = reviews[getKind(response)]
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
      <Review item={response} reader={reader} />
    </article>
  )
}
