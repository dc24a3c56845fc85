import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import type { KindName } from '#core/questions/question.ts'
import { Badge } from '../../ui/badge.tsx'
import { jumpToPlace } from '../../ui/jump-to.ts'
import { getKind, isAnswered } from '../answer-controls.ts'
import { MultipleChoiceReview } from '../multiple-choice/review.tsx'
import type { ReviewProps, SheetReader } from '../options/kind-screens.ts'
import { QuestionView } from '../question-view.tsx'
import { SingleChoiceReview } from '../single-choice/review.tsx'
import css from './answered-question.module.css'
import { describeCorrection } from './describe-correction.ts'

type AnsweredQuestionProps = {
  readonly line: NumberedResponse
  readonly reader: SheetReader
}

export const reviews: Readonly<Record<KindName, ComponentType<ReviewProps>>> = {
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
        text={response.questionText}
        imageUrl={response.questionImage}
        imageDescription={response.questionImageDescription}
        code={response.codeSnippet}
      />
      {response.correction && (
        <p className={css.corrected}>{describeCorrection(response.correction)}</p>
      )}
      <Review item={response} reader={reader} />
      {response.isCleared && <p className={css.cleared}>{clearedTexts[reader]}</p>}
    </article>
  )
}

export const clearedTexts: Readonly<Record<SheetReader, string>> = {
  student: 'You chose an answer here and cleared it.',
  admin: 'An answer was chosen here and cleared by the student.',
}

export type NumberedResponse = {
  readonly number: number
  readonly id: string
  readonly response: AnswerSheetItem
}

/** A number for each question that is shown, leading to it. */
export function QuestionMap({ lines }: { lines: readonly NumberedResponse[] }) {
  return (
    <nav aria-label="Jump to a question">
      <ol className={css.map}>
        {lines.map(({ number, id, response }) => {
          const verdict = getVerdict(response)
          const { label } = verdictBadges[verdict]
          return (
            <li key={id}>
              <a
                href={`#${id}`}
                data-verdict={verdict}
                aria-label={`Question ${number}, ${label.toLowerCase()}`}
                onClick={jumpToPlace}
              >
                {number}
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The result of a question; left unanswered is not the same as wrong. */
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
