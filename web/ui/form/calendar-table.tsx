import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import {
  type CalendarLevel,
  type DayRange,
  type IsoDay,
  isInRange,
  listRows,
  moveByKey,
  toPage,
  toPeriod,
} from './calendar-grid.ts'

type CalendarTableProps = {
  readonly label: string
  readonly level: CalendarLevel
  /** Holds the one stop for the Tab key. */
  readonly current: IsoDay
  readonly chosen: IsoDay | null
  readonly range: DayRange
  readonly onMove: (day: IsoDay) => void
  readonly onPick: (cell: IsoDay) => void
}

/** The years, months or days as a grid, in which the arrow keys move. */
export function CalendarTable(props: CalendarTableProps) {
  const { label, level, current, chosen, range, onMove, onPick } = props
  const { table, focusNext } = useCellFocus()

  const handleKeyDown = (event: KeyboardEvent) => {
    const day = moveByKey(level, current, event.key, range)
    if (!day || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    focusNext()
    onMove(day)
  }
  const isSamePeriod = (cell: IsoDay, day: IsoDay) => toPeriod(level, cell) === toPeriod(level, day)
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern for calendars
      role="grid"
      aria-label={label}
      data-level={level}
      onKeyDown={handleKeyDown}
    >
      {level === 'month' && <WeekdayNames />}
      <tbody>
        {listRows(level, current).map((row) => (
          <tr key={row[0]}>
            {row.map((cell) => (
              <td key={cell}>
                <CellButton
                  level={level}
                  cell={cell}
                  aria-current={chosen && isSamePeriod(cell, chosen) ? 'date' : undefined}
                  tabIndex={isSamePeriod(cell, current) ? 0 : -1}
                  disabled={!isInRange(toPeriod(level, cell), range)}
                  data-outside={toPage(level, cell) !== toPage(level, current) || undefined}
                  onClick={() => onPick(cell)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellButtonProps = ComponentProps<'button'> & {
  readonly level: CalendarLevel
  readonly cell: IsoDay
}

function CellButton({ level, cell, ...rest }: CellButtonProps) {
  const [year = '', month = '', day = ''] = cell.split('-')
  const monthName = monthNames[Number(month) - 1] ?? ''
  const text = { decade: year, year: monthName.slice(0, 3), month: Number(day) }[level]
  const label = level === 'month' ? `${Number(day)} ${monthName} ${year}` : undefined
  return (
    <button type="button" aria-label={label} {...rest}>
      {text}
    </button>
  )
}

function WeekdayNames() {
  return (
    <thead>
      <tr>
        {weekdayNames.map((name) => (
          <th key={name} scope="col" abbr={name}>
            {name.slice(0, 2)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The current cell has the focus at first, and again after each move by key. */
function useCellFocus() {
  const table = useRef<HTMLTableElement>(null)
  const isPending = useRef(true)
  useLayoutEffect(() => {
    if (!isPending.current) return
    isPending.current = false
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  })
  const focusNext = () => {
    isPending.current = true
  }
  return { table, focusNext }
}

export const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

const weekdayNames = [
  ...['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
  ...['Friday', 'Saturday', 'Sunday'],
]
