import { useEffect, useId, useState } from 'react'
import { normalizeDate, validateDay } from '#core/students/calendar-date.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import css from './list-card.module.css'
import { reverseDay } from './list-description.ts'

type DayFilterProps = {
  readonly label: string
  /** yyyy-MM-dd, or empty. */
  readonly day: string
  readonly onChoose: (day: string) => void
}

/** Narrows a list as soon as what is typed is a day; says so once it is left and is none. */
export function DayFilter({ label, day, onChoose }: DayFilterProps) {
  const id = useId()
  const [text, setText] = useState(reverseDay(day))
  const [isLeft, setLeft] = useState(false)
  const error = text === '' ? undefined : validateDay(normalizeDate(text), 'the day')
  // The address may change elsewhere: by Back, or as all filters are cleared.
  useEffect(() => {
    setText((typed) => (toDay(typed) === day ? typed : reverseDay(day)))
  }, [day])
  const handleType = (typed: string) => {
    setText(typed)
    setLeft(false)
    const chosen = toDay(typed)
    if (chosen !== day) onChoose(chosen)
  }
  return (
    <div className={css.day}>
      <DateField
        id={id}
        label={label}
        nearToday
        autoComplete="off"
        placeholder={label}
        hideLabel
        value={text}
        error={isLeft ? error : undefined}
        onChange={({ target }) => handleType(target.value)}
        onBlur={() => setLeft(true)}
      />
    </div>
  )
}

/** Empty while it is none. */
function toDay(typed: string): string {
  const text = normalizeDate(typed)
  return validateDay(text, '') ? '' : reverseDay(text)
}
