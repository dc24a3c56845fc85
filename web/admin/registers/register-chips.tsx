import { IconUsers } from '@tabler/icons-react'
import { formatCount } from '#contract/format.ts'
import { registerStateNames } from '#contract/register-words.ts'
import type { RegisterCounts, RegisterState } from '#core/registers/register.ts'
import tiles from '../lists/count-tiles.module.css'
import css from './register-chips.module.css'
import { stateIcons } from './register-state.tsx'
import type { RegisterFilter } from './register-view.ts'

type RegisterChipsProps = {
  readonly counts: RegisterCounts
  readonly states: readonly RegisterState[]
  readonly filter: RegisterFilter
  readonly onFilter: (filter: RegisterFilter) => void
}

/** How many are in which state, which add up to the first; a press shows only these. */
export function RegisterChips({ counts, states, filter, onFilter }: RegisterChipsProps) {
  const expected = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const chips = [
    { value: 'all' as const, name: 'Expected', count: expected, Icon: IconUsers },
    ...states.map((value) => ({
      value,
      name: registerStateNames[value],
      count: counts[value],
      Icon: stateIcons[value],
    })),
  ]
  return (
    <fieldset className={`${tiles.tiles} ${css.chips}`}>
      <legend className="visually-hidden">Show students by state</legend>
      {chips.map(({ value, name, count, Icon }) => (
        <button
          key={value}
          type="button"
          data-state={value}
          aria-pressed={filter === value}
          onClick={() => onFilter(filter === value ? 'all' : value)}
        >
          <b>{formatCount(count)}</b>{' '}
          <span>
            <Icon size={16} stroke={2} aria-hidden="true" /> {name}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
