import { IconCalendar } from '@tabler/icons-react'
import { type ComponentProps, type FocusEvent, useId, useRef, useState } from 'react'
import { normalizeDate } from '#core/students/calendar-date.ts'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { Status } from '../status.tsx'
import type { IsoDay } from './calendar-grid.ts'
import css from './date-field.module.css'
import controls from './field.module.css'
import { FieldFrame, type FieldFrameOptions } from './field-frame.tsx'
import { setInputValue } from './form-state.ts'
import { splitFieldProps } from './text-field.tsx'

const calendar = createLazyModule(() => import('./calendar.tsx'))

export type DateFieldProps = FieldFrameOptions &
  Omit<ComponentProps<'input'>, 'type'> & {
    /** For a day to come, or one not long ago; without it a date of birth. */
    readonly nearToday?: boolean
  }

/** A day: typed in any of the forms an import reads, or picked from years, then months, then days. */
export function DateField({ nearToday = false, ...props }: DateFieldProps) {
  const { frameProps, rest } = splitFieldProps(props)
  const input = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)

  const handlePick = (day: IsoDay) => {
    if (input.current) setInputValue(input.current, day.split('-').toReversed().join('-'))
    panel.current?.togglePopover(false)
    // The panel's own event comes later, and not at all if it is opened again before.
    setOpen(false)
    input.current?.focus()
  }
  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    const { currentTarget } = event
    const day = normalizeDate(currentTarget.value)
    if (day !== currentTarget.value) setInputValue(currentTarget, day)
    rest.onBlur?.(event)
  }
  return (
    <FieldFrame {...frameProps} id={rest.id}>
      {(bindings) => (
        <div className={css.date} style={{ anchorName: `--${bindings.id}` }}>
          <input
            placeholder="dd-MM-yyyy"
            inputMode="numeric"
            {...rest}
            {...bindings}
            ref={input}
            data-day
            onBlur={handleBlur}
            className={controls.control}
          />
          <button type="button" popoverTarget={panelId} aria-label="Pick a day">
            <IconCalendar size={20} stroke={1.75} aria-hidden="true" />
          </button>
          <div
            ref={panel}
            id={panelId}
            popover="auto"
            role="dialog"
            aria-label="Calendar"
            className={css.panel}
            style={{ positionAnchor: `--${bindings.id}` }}
            onToggle={({ newState }) => setOpen(newState === 'open')}
          >
            {isOpen && (
              <LazyPart
                part={calendar}
                failed={
                  <Status className={css.missing}>
                    The calendar does not load. Type the day instead, as day-month-year.
                  </Status>
                }
              >
                {({ Calendar }) => (
                  <Calendar
                    typed={input.current?.value ?? ''}
                    nearToday={nearToday}
                    onPick={handlePick}
                  />
                )}
              </LazyPart>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}
