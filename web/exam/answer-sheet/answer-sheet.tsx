import { type ReactNode, useId, useState } from 'react'
import type { AnswerSheetItem } from '#contract/results.ts'
import css from './answer-sheet.module.css'
import { AnsweredQuestion } from './answered-question.tsx'
import { Filter, type Shown } from './filter.tsx'
import { QuestionMap } from './question-map.tsx'
import { verdictOf } from './verdict.ts'

export type Line = {
  readonly number: number
  readonly id: string
  readonly response: AnswerSheetItem
}

type AnswerSheetProps = {
  readonly responses: readonly AnswerSheetItem[]
  /** Who reads: the student who chose, or an admin. */
  readonly reader: 'student' | 'admin'
  readonly heading?: ReactNode
}

/** Question-wise analysis: a filter, a map to jump by, and each question with its answer. */
export function AnswerSheet({ responses, reader, heading }: AnswerSheetProps) {
  const id = useId()
  const [shown, setShown] = useState<Shown>('all')
  const lines = linesOf(responses, id)
  const left = lines.filter(({ response }) => shown === 'all' || verdictOf(response) === shown)
  return (
    <>
      <div className={css.head}>
        <h2>{heading ?? 'Question-wise analysis'}</h2>
        <Filter responses={responses} shown={shown} onShow={setShown} />
      </div>
      <QuestionMap lines={left} />
      <AnswerList lines={left} reader={reader} />
    </>
  )
}

/** The bare list, for a dialog that has no room for more. */
export function PlainAnswerSheet({ responses, reader }: Omit<AnswerSheetProps, 'heading'>) {
  return <AnswerList lines={linesOf(responses, useId())} reader={reader} />
}

function AnswerList({
  lines,
  reader,
}: {
  lines: readonly Line[]
  reader: AnswerSheetProps['reader']
}) {
  return (
    <div className={css.list}>
      {lines.map((line) => (
        <AnsweredQuestion key={line.response.questionId} line={line} reader={reader} />
      ))}
    </div>
  )
}

function linesOf(responses: readonly AnswerSheetItem[], id: string): readonly Line[] {
  return responses.map((response, index) => ({
    number: index + 1,
    id: `${id}-${index + 1}`,
    response,
  }))
}
