import { IconMinus, IconPlus } from '@tabler/icons-react'
import { pluralize } from '#contract/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import layout from '../../ui/layout.module.css'
import css from './action-dialog.module.css'

const minuteChoices = [1, 2, 3, 5, 10] as const
const maxMinutes = 24 * 60

type MinutesProps = {
  readonly minutes: number
  readonly onChange: (minutes: number) => void
}

/** How many minutes an action adds. */
export function Minutes({ minutes, onChange }: MinutesProps) {
  const change = (next: number) => onChange(Math.min(maxMinutes, Math.max(1, next)))
  return (
    <div className={css.minutes}>
      <span className={css.stepper}>
        <IconButton name="One minute less" onClick={() => change(minutes - 1)}>
          <IconMinus size={18} stroke={2} aria-hidden="true" />
        </IconButton>
        <output aria-label="Minutes">{minutes}</output>
        <IconButton name="One minute more" onClick={() => change(minutes + 1)}>
          <IconPlus size={18} stroke={2} aria-hidden="true" />
        </IconButton>
      </span>
      <span>{minutes === 1 ? 'minute' : 'minutes'}</span>
      <span className={layout.row}>
        {minuteChoices.map((choice) => (
          <button
            key={choice}
            type="button"
            className={css.chip}
            aria-pressed={choice === minutes}
            aria-label={pluralize(choice, 'minute')}
            onClick={() => onChange(choice)}
          >
            {choice}
          </button>
        ))}
      </span>
    </div>
  )
}
