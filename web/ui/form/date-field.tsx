import { IconCalendar } from '@tabler/icons-react'
import { type ComponentProps, lazy, Suspense, useId, useRef, useState } from 'react'
import type { IsoDay } from './calendar-grid.ts'
import css from './date-field.module.css'
import controls from './field.module.css'
import { FieldFrame, type FieldFrameOptions } from './field-frame.tsx'
import { splitFieldProps } from './text-field.tsx'

const Calendar = lazy(() => import('./calendar.tsx'))

export type DateFieldProps = FieldFrameOptions &
  Omit<ComponentProps<'input'>, 'type'> & {
    /** For a day to come, or one not long ago; without it a date of birth. */
    readonly nearToday?: boolean
  }

/** A day as dd-MM-yyyy: typed, or picked from years, then months, then days. */
export function DateField({ nearToday = false, ...props }: DateFieldProps) {
  const { frameProps, rest } = splitFieldProps(props)
  const input = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)

  const handlePick = (day: IsoDay) => {
    if (input.current) setInputValue(input.current, day.split('-').toReversed().join('-'))
    panel.current?.hidePopover()
    input.current?.focus()
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
              <Suspense>
                <Calendar
                  typed={input.current?.value ?? ''}
                  nearToday={nearToday}
                  onPick={handlePick}
                />
              </Suspense>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

/** As if by hand, so that the form and React hear of it. */
function setInputValue(input: HTMLInputElement, text: string) {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  value?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
