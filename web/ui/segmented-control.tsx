import { type ReactNode, useId } from 'react'
import css from './segmented-control.module.css'

type SegmentedControlProps<Value extends string> = {
  /** For screen readers. */
  readonly legend: string
  readonly segments: readonly {
    readonly value: Value
    readonly label: ReactNode
    readonly disabled?: boolean
  }[]
  readonly selected: Value
  readonly onSelect: (selected: Value) => void
}

/** Radio buttons in one bar, for a few short choices. */
export function SegmentedControl<Value extends string>({
  legend,
  segments,
  selected,
  onSelect,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset className={css.segments}>
      <legend className="visually-hidden">{legend}</legend>
      {segments.map(({ value, label, disabled }) => (
        <label
          key={value}
          className={css.segment}
          data-chosen={selected === value || undefined}
          data-disabled={disabled || undefined}
        >
          <input
            type="radio"
            name={name}
            checked={selected === value}
            disabled={disabled}
            onChange={() => onSelect(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
