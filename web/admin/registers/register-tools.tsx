import { IconHandStop } from '@tabler/icons-react'
import { formatCount } from '#contract/format.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import layout from '../../ui/layout.module.css'
import type { useHeldArrangement } from '../lists/use-held-arrangement.ts'
import css from './register-screen.module.css'
import type { useRegisterView } from './use-register-view.ts'

type RegisterToolsProps = {
  readonly view: ReturnType<typeof useRegisterView>
  readonly hasSeats: boolean
  readonly hasRollNumbers: boolean
  readonly held: Pick<ReturnType<typeof useHeldArrangement>, 'moves' | 'sortNow'>
}

/** Search and sort of the list, and whether its order is held. */
export function RegisterTools({ view, hasSeats, hasRollNumbers, held }: RegisterToolsProps) {
  const searched = hasSeats ? 'Name, roll number, seat or phone' : 'Name, roll number or phone'
  return (
    <div className={layout.tools}>
      <div className={css.search}>
        <SearchField label={searched} value={view.search} onType={view.setSearch} />
      </div>
      <div className={css.sort}>
        <SelectField
          label="Sort by"
          hideLabel
          value={view.isByName ? 'name' : 'roll'}
          options={[
            { value: 'roll', name: hasRollNumbers ? 'By roll number' : 'As numbered' },
            { value: 'name', name: 'By name' },
          ]}
          onChange={({ target }) => view.setByName(target.value === 'name')}
        />
      </div>
      {held.moves > 0 && (
        <p className={css.held}>
          <IconHandStop size={18} stroke={1.75} aria-hidden="true" />
          Order held. {formatCount(held.moves)} would move.
          <Button size="row" tone="quiet" onClick={held.sortNow}>
            Sort now
          </Button>
        </p>
      )}
    </div>
  )
}
