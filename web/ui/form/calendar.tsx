import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { UiProvider } from '../ui-provider.tsx'

type CalendarProps = {
  /** dd-MM-yyyy, or whatever was typed so far. */
  readonly typedDate: string
  /** Opens on this month and knows a future; else it opens on years that have been. */
  readonly nearToday: boolean
  readonly onPick: (text: string) => void
}

export default function Calendar({ typedDate, nearToday, onPick }: CalendarProps) {
  const [day, setDay] = useState(() => reverseDateOrder(typedDate))
  const handleChange = (picked: string | null) => {
    setDay(picked)
    if (picked) onPick(reverseDateOrder(picked) ?? '')
  }
  return (
    <UiProvider>
      <DatePicker
        value={day}
        defaultDate={day ?? (nearToday ? undefined : '2004-01-01')}
        defaultLevel={day || nearToday ? 'month' : 'decade'}
        maxDate={nearToday ? undefined : new Date().toISOString().slice(0, 10)}
        ariaLabels={labels}
        onChange={handleChange}
      />
    </UiProvider>
  )
}

const labels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Earlier years',
  nextDecade: 'Later years',
  monthLevelControl: 'Choose a month',
  yearLevelControl: 'Choose a year',
}

/** dd-MM-yyyy to yyyy-MM-dd and back; null for anything else. */
function reverseDateOrder(text: string): string | null {
  const parts = text.trim().split('-')
  const isDay = parts.length === 3 && parts.every((part) => /^(\d{2}|\d{4})$/.test(part))
  return isDay ? parts.toReversed().join('-') : null
}
