import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { formatInstituteDay, getInstituteDay } from '#contract/institute-clock.ts'
import { normalizeDate, parseDate } from '#core/students/calendar-date.ts'
import { maxAge } from '#core/students/registration.ts'
import { Spoken } from '../status.tsx'
import css from './calendar.module.css'
import {
  addDays,
  addPages,
  type CalendarLevel,
  clampDay,
  type IsoDay,
  isInRange,
  toIsoDay,
  toPage,
} from './calendar-grid.ts'
import { CalendarTable, monthNames } from './calendar-table.tsx'

type CalendarProps = {
  /** dd-MM-yyyy, or whatever was typed so far. */
  readonly typed: string
  /** Opens on this month and knows a future; else a date of birth, which opens on years. */
  readonly nearToday: boolean
  readonly onPick: (day: IsoDay) => void
}

/** Years, then months, then days. */
export function Calendar({ typed, nearToday, onPick }: CalendarProps) {
  const [{ chosen, range, ...first }] = useState(() => describeCalendar(typed, nearToday))
  const [level, setLevel] = useState<CalendarLevel>(first.level)
  const [current, setCurrent] = useState(() => clampDay(first.day, range))

  const handlePick = (cell: IsoDay) => {
    if (level === 'month') return onPick(cell)
    setLevel(level === 'decade' ? 'year' : 'month')
    setCurrent(clampDay(cell, range))
  }
  const bindPageButton = (pages: number) => {
    const day = addPages(level, current, pages)
    const canShow = isInRange(toPage(level, day), range)
    return {
      'aria-disabled': !canShow,
      onClick: () => canShow && setCurrent(clampDay(day, range)),
    }
  }
  const heading = toHeading(level, current)
  const { previous, next, choose } = labels[level]
  return (
    <div className={css.calendar}>
      <div className={css.head}>
        <button type="button" aria-label={previous} {...bindPageButton(-1)}>
          <IconChevronLeft size={20} stroke={1.5} aria-hidden="true" />
        </button>
        <button
          type="button"
          aria-label={choose && `${heading}, ${choose}`}
          disabled={!choose}
          onClick={() => setLevel(level === 'month' ? 'year' : 'decade')}
        >
          {heading}
        </button>
        <button type="button" aria-label={next} {...bindPageButton(1)}>
          <IconChevronRight size={20} stroke={1.5} aria-hidden="true" />
        </button>
      </div>
      <Spoken>{heading}</Spoken>
      <CalendarTable
        // Another table takes the focus; the same one keeps it where it is.
        key={level}
        label={heading}
        level={level}
        current={current}
        chosen={chosen}
        range={range}
        onMove={setCurrent}
        onPick={handlePick}
      />
    </div>
  )
}

function describeCalendar(typed: string, nearToday: boolean) {
  const now = Date.now()
  const today = formatInstituteDay(now)
  const date = parseDate(normalizeDate(typed))
  const chosen = date ? toIsoDay(date) : null
  return {
    chosen,
    range: nearToday
      ? { min: '1900-01-01', max: '2199-12-31' }
      : { min: `${getInstituteDay(now).year - maxAge}-01-01`, max: addDays(today, -1) },
    // Without a date the years in which most students were born.
    day: chosen ?? (nearToday ? today : '2004-01-01'),
    level: chosen || nearToday ? 'month' : 'decade',
  } as const
}

function toHeading(level: CalendarLevel, day: IsoDay): string {
  const year = day.slice(0, 4)
  if (level === 'year') return year
  if (level === 'decade') return `${year.slice(0, 3)}0 – ${year.slice(0, 3)}9`
  return `${monthNames[Number(day.slice(5, 7)) - 1]} ${year}`
}

const labels = {
  month: { previous: 'Previous month', next: 'Next month', choose: 'choose a month' },
  year: { previous: 'Previous year', next: 'Next year', choose: 'choose a year' },
  decade: { previous: 'Earlier years', next: 'Later years', choose: undefined },
} as const
