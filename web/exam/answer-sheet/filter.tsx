import { useId } from 'react'
import type { AnswerSheetItem } from '#contract/results.ts'
import css from './filter.module.css'
import { type Verdict, verdictOf } from './verdict.ts'

export type Shown = 'all' | Verdict

type FilterProps = {
  readonly responses: readonly AnswerSheetItem[]
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
}

/** How many of each; what nobody can choose is not offered. */
export function Filter({ responses, shown, onShow }: FilterProps) {
  const name = useId()
  const count = (verdict: Verdict) =>
    responses.filter((response) => verdictOf(response) === verdict).length
  const choices = [
    { value: 'all', word: 'All', count: responses.length },
    { value: 'incorrect', word: 'Incorrect', count: count('incorrect') },
    { value: 'unanswered', word: 'Not answered', count: count('unanswered') },
  ] as const
  return (
    <fieldset className={css.filter}>
      <legend className="visually-hidden">Show</legend>
      {choices
        .filter(({ value, count }) => value !== 'unanswered' || count > 0)
        .map(({ value, word, count }) => (
          <label key={value} className={css.choice}>
            <input
              type="radio"
              name={name}
              checked={shown === value}
              disabled={count === 0}
              onChange={() => onShow(value)}
            />
            {word} {count}
          </label>
        ))}
    </fieldset>
  )
}
