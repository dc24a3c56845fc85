import { type ComponentType, type ReactNode, useId, useState } from 'react'
import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import type { SheetReader } from '../options/kind-screens.ts'
import css from './answer-sheet.module.css'
import {
  AnsweredQuestion,
  getVerdict,
  type NumberedResponse,
  QuestionMap,
  type Verdict,
} from './answered-question.tsx'

type AnswerSheetProps = {
  readonly responses: readonly AnswerSheetItem[]
  readonly reader: SheetReader
  readonly heading?: ReactNode
  readonly Lines?: ComponentType<AnswerLinesProps>
}

export type AnswerLinesProps = {
  readonly lines: readonly NumberedResponse[]
  readonly reader: SheetReader
}

/** A filter, a map to jump by, and each question with its answer: cards, or what `Lines` makes. */
export function AnswerSheet(props: AnswerSheetProps) {
  const { responses, reader, heading, Lines = AnswerList } = props
  const id = useId()
  const [filter, setFilter] = useState<AnswerFilterValue>('all')
  const lines = numberResponses(responses, id)
  const visibleLines = lines.filter(
    ({ response }) => filter === 'all' || getVerdict(response) === filter,
  )
  return (
    <>
      <div className={css.head}>
        <h2>{heading ?? 'Question-wise analysis'}</h2>
        <AnswerFilter responses={responses} selected={filter} onSelect={setFilter} />
      </div>
      <QuestionMap lines={visibleLines} />
      <Lines lines={visibleLines} reader={reader} />
    </>
  )
}

/** The bare list, for a dialog that has no room for more. */
export function PlainAnswerSheet({
  responses,
  reader,
}: Pick<AnswerSheetProps, 'responses' | 'reader'>) {
  return <AnswerList lines={numberResponses(responses, useId())} reader={reader} />
}

function AnswerList({ lines, reader }: AnswerLinesProps) {
  return (
    <div className={css.list}>
      {lines.map((line) => (
        <AnsweredQuestion key={line.response.questionId} line={line} reader={reader} />
      ))}
    </div>
  )
}

function numberResponses(
  responses: readonly AnswerSheetItem[],
  id: string,
): readonly NumberedResponse[] {
  return responses.map((response, index) => ({
    number: index + 1,
    id: `${id}-${index + 1}`,
    response,
  }))
}

type AnswerFilterValue = 'all' | Verdict

type AnswerFilterProps = {
  readonly responses: readonly AnswerSheetItem[]
  readonly selected: AnswerFilterValue
  readonly onSelect: (selected: AnswerFilterValue) => void
}

/** How many of each; what nobody can choose is not offered. */
function AnswerFilter({ responses, selected, onSelect }: AnswerFilterProps) {
  const count = (verdict: Verdict) =>
    responses.filter((response) => getVerdict(response) === verdict).length
  const choices = [
    { value: 'all', label: 'All', count: responses.length },
    { value: 'incorrect', label: 'Incorrect', count: count('incorrect') },
    { value: 'unanswered', label: 'Not answered', count: count('unanswered') },
  ] as const
  const segments = choices
    .filter(({ value, count }) => value !== 'unanswered' || count > 0)
    .map(({ value, label, count }) => ({
      value,
      label: `${label} ${count}`,
      disabled: count === 0,
    }))
  return (
    <SegmentedControl legend="Show" segments={segments} selected={selected} onSelect={onSelect} />
  )
}
