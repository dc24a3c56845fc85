import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useRef, useState } from 'react'
import { type QuestionState, questionStates } from '#core/attempts/free-paper.ts'
import layout from '../../ui/layout.module.css'
import css from './palette.module.css'

/** As a screen reader says them: "Question 7, answered, marked". */
export const spokenStates: Readonly<Record<QuestionState, string>> = {
  'not-seen': 'not seen',
  seen: 'seen',
  answered: 'answered',
  marked: 'marked',
  'answered-marked': 'answered, marked',
}

const labels: Readonly<Record<QuestionState, string>> = {
  'not-seen': 'Not seen',
  seen: 'Seen',
  answered: 'Answered',
  marked: 'Marked',
  'answered-marked': 'Answered and marked',
}

/** More of them are shown in groups, with only the current one open. */
const maxUngrouped = 60
const groupSize = 50
const columns = 6

type PaletteProps = {
  /** In the paper's order. */
  readonly states: readonly QuestionState[]
  /** The place of the question that is shown. */
  readonly current: number
  /** For fingers. */
  readonly isLarge?: boolean
  readonly onGo: (place: number) => void
}

/** Every question with its state; the counts are the legend, and pressing one filters. */
export function Palette({ states, current, isLarge, onGo }: PaletteProps) {
  const [filter, setFilter] = useState<QuestionState | null>(null)
  const [focused, setFocused] = useState({ current, place: current })
  const places = states.flatMap((state, place) => (!filter || state === filter ? [place] : []))
  const focusedPlace = focused.current === current ? focused.place : current
  const cells = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const cell = cells.current?.querySelector(`[data-place="${current}"]`)
    if (cell) scrollIntoSight(cell)
  }, [current])

  const findPlace = ({ target }: { readonly target: EventTarget }) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
    return cell ? Number(cell.dataset.place) : undefined
  }
  const handleClick = (event: MouseEvent) => {
    const place = findPlace(event)
    if (place !== undefined) onGo(place)
  }
  const renderCells = (shown: readonly number[]) => {
    const tabStop = shown.includes(focusedPlace) ? focusedPlace : shown[0]
    return (
      <div className={css.grid}>
        {shown.map((place) => (
          <Cell
            key={place}
            place={place}
            state={states[place] ?? 'not-seen'}
            isCurrent={place === current}
            isTabStop={place === tabStop}
          />
        ))}
      </div>
    )
  }
  return (
    <>
      <ul className={css.legend}>
        {questionStates.map((state) => (
          <li key={state} data-wide={state === 'answered-marked' || undefined}>
            <button
              type="button"
              aria-pressed={filter === state}
              onClick={() => setFilter(filter === state ? null : state)}
            >
              <Sign state={state} />
              <span>
                <b>{states.filter((one) => one === state).length}</b> {labels[state]}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <fieldset
        ref={cells}
        aria-label="Go to a question"
        className={css.cells}
        data-large={isLarge || undefined}
        onClick={handleClick}
        onKeyDown={moveFocus}
        onFocus={(event) => {
          const place = findPlace(event)
          if (place !== undefined) setFocused({ current, place })
        }}
      >
        {filter || states.length <= maxUngrouped
          ? renderCells(places)
          : listGroups(places).map((group) => (
              <details key={group[0]} open={group.includes(current)}>
                <summary>
                  {(group[0] ?? 0) + 1} to {(group.at(-1) ?? 0) + 1}
                </summary>
                {renderCells(group)}
              </details>
            ))}
      </fieldset>
      {places.length === 0 && <p className={layout.hint}>None</p>}
    </>
  )
}

function listGroups(places: readonly number[]): readonly (readonly number[])[] {
  const starts = places.filter((_, at) => at % groupSize === 0)
  return starts.map((start) => places.slice(start, start + groupSize))
}

const sightMarginPx = 64

/** Within the column or the sheet: the page itself stays where it is. */
function scrollIntoSight(cell: Element) {
  const box = cell.closest('aside, [aria-modal="true"]')
  if (!box) return
  const { top, bottom } = cell.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  box.scrollTop += Math.min(0, top - sightMarginPx - frame.top)
  box.scrollTop += Math.max(0, bottom + sightMarginPx - frame.bottom)
}

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: columns,
  ArrowUp: -columns,
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-place]')]
  const shown = cells.filter((cell) => cell.getClientRects().length > 0)
  const at = shown.indexOf(event.target as HTMLElement)
  if (step === undefined || at < 0) return
  event.preventDefault()
  shown[at + step]?.focus()
}

type CellProps = {
  readonly place: number
  readonly state: QuestionState
  readonly isCurrent: boolean
  readonly isTabStop: boolean
}

const Cell = memo(function Cell({ place, state, isCurrent, isTabStop }: CellProps) {
  return (
    <button
      type="button"
      className={css.cell}
      data-place={place}
      data-state={state}
      aria-label={`Question ${place + 1}, ${spokenStates[state]}`}
      aria-current={isCurrent || undefined}
      // The focus of the sheet when it opens.
      data-autofocus={isCurrent || undefined}
      tabIndex={isTabStop ? 0 : -1}
    >
      {place + 1}
      <AnswerTick state={state} />
    </button>
  )
})

/** How a question looks in the palette: with its number, or small in the legend. */
export function Sign({ state, number }: { state: QuestionState; number?: number }) {
  return (
    <span
      className={css.cell}
      data-state={state}
      data-small={number === undefined || undefined}
      aria-hidden="true"
    >
      {number}
      <AnswerTick state={state} />
    </span>
  )
}

function AnswerTick({ state }: { state: QuestionState }) {
  if (state !== 'answered' && state !== 'answered-marked') return null
  return <IconCheck className={css.tick} stroke={3.4} aria-hidden="true" />
}
