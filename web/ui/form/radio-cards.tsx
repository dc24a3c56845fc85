import { Badge } from '../badge.tsx'
import css from './radio-cards.module.css'

type RadioCardsProps<Value extends string> = {
  readonly name: string
  readonly options: readonly {
    readonly value: Value
    readonly name: string
    readonly meaning: string
    /** Stands beside the name. */
    readonly badge?: string
  }[]
  /** Null while nothing is chosen. */
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  /** Side by side if the window is wide enough. */
  readonly inRow?: boolean
}

/** A choice of a few options, each with an explanation. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { name: group, options, value: chosen, onChange, inRow } = props
  return (
    <div className={css.cards} data-in-row={inRow}>
      {options.map(({ value, name, meaning, badge }) => (
        <label key={value} className={css.card} data-chosen={chosen === value || undefined}>
          <input
            type="radio"
            name={group}
            checked={chosen === value}
            onChange={() => onChange(value)}
          />
          <span>
            <b>
              {name} {badge && <Badge tone="primary">{badge}</Badge>}
            </b>
            <small>{meaning}</small>
          </span>
        </label>
      ))}
    </div>
  )
}
