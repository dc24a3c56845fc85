import { formatCount } from '#contract/format.ts'
import type { PresenceState } from '#core/live/presence.ts'
import type { StateCounts } from '#core/live/state-counts.ts'
import tiles from '../lists/count-tiles.module.css'
import css from './state-tiles.module.css'
import { stateOrder, states } from './state-words.tsx'

export type StateFilter = PresenceState | 'all'

type StateTilesProps = {
  readonly counts: StateCounts
  readonly filter: StateFilter
  readonly onFilter: (filter: StateFilter) => void
}

/** How many are in which state; a press shows only these. */
export function StateTiles({ counts, filter, onFilter }: StateTilesProps) {
  const all = stateOrder.reduce((sum, state) => sum + counts[state], 0)
  return (
    <fieldset className={`${tiles.tiles} ${css.states}`}>
      <legend className="visually-hidden">Show students by state</legend>
      {(['all', ...stateOrder] as const).map((state) => (
        <button
          key={state}
          type="button"
          data-state={state}
          aria-pressed={filter === state}
          onClick={() => onFilter(filter === state ? 'all' : state)}
        >
          <b>{formatCount(state === 'all' ? all : counts[state])}</b>
          <span>
            {states[state].shape} {states[state].word}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
