import { useId } from 'react'
import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import css from './answer-filter.module.css'
import { getVerdict, type Verdict } from './verdict.ts'

export type AnswerFilterValue = 'all' | Verdict

type AnswerFilterProps = {
  readonly responses: readonly AnswerSheetItem[]
  readonly selected: AnswerFilterValue
  readonly onSelect: (selected: AnswerFilterValue) => void
}

/** How many of each; what nobody can choose is not offered. */
export function AnswerFilter({ responses, selected, onSelect }: AnswerFilterProps) {
  const name = useId()
  const count = (verdict: Verdict) =>
    responses.filter((response) => getVerdict(response) === verdict).length
  const choices = [
    { value: 'all', label: 'All', count: responses.length },
    { value: 'incorrect', label: 'Incorrect', count: count('incorrect') },
    { value: 'unanswered', label: 'Not answered', count: count('unanswered') },
  ] as const
  return (
    <fieldset className={css.filter}>
      <legend className="visually-hidden">Show</legend>
      {choices
        .filter(({ value, count }) => value !== 'unanswered' || count > 0)
        .map(({ value, label, count }) => (
          <label key={value} className={css.choice}>
            <input
              type="radio"
              name={name}
              checked={selected === value}
              disabled={count === 0}
              onChange={() => onSelect(value)}
            />
            {label} {count}
          </label>
        ))}
    </fieldset>
  )
}
