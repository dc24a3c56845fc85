import { IconHandStop } from '@tabler/icons-react'
import { type RowSort, rowSorts } from '#core/live/row-order.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import layout from '../../ui/layout.module.css'
import type { useHeldArrangement } from '../lists/use-held-arrangement.ts'
import css from './live-screen.module.css'
import type { useLiveView } from './use-live-view.ts'

const sortNames: Readonly<Record<RowSort, string>> = {
  attention: 'Sort by attention',
  name: 'Sort by name',
  'time-left': 'Sort by time left',
}

type LiveToolsProps = {
  readonly view: ReturnType<typeof useLiveView>
  readonly hasSeats: boolean
  readonly held: Pick<ReturnType<typeof useHeldArrangement>, 'isHeld' | 'moves' | 'sortNow'>
}

/** Search and sort of the list, and whether its order is held. */
export function LiveTools({ view, hasSeats, held }: LiveToolsProps) {
  const searched = hasSeats ? 'Name or seat' : "Student's name"
  return (
    <div className={layout.tools}>
      <div className={css.search}>
        <SearchField label={searched} value={view.search} onType={view.setSearch} />
      </div>
      <div className={css.sort}>
        <SelectField
          label="Sort by"
          hideLabel
          value={view.sort}
          options={rowSorts.map((value) => ({ value, name: sortNames[value] }))}
          onChange={({ target }) => view.setSort(target.value as RowSort)}
        />
      </div>
      {held.isHeld && (
        <p className={css.held}>
          <IconHandStop size={18} stroke={1.75} aria-hidden="true" />
          Order held while you are in the list.
          {held.moves > 0 && (
            <>
              {' '}
              {held.moves} would move.
              <Button size="row" tone="quiet" onClick={held.sortNow}>
                Sort now
              </Button>
            </>
          )}
        </p>
      )}
    </div>
  )
}
