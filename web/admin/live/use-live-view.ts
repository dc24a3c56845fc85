import { useSearchParams } from 'react-router'
import { matchesSeat } from '#contract/seat-words.ts'
import { presenceStates } from '#core/live/presence.ts'
import { type RowSort, rowSorts } from '#core/live/row-order.ts'
import { matchesSearch } from '#core/text.ts'
import type { LiveStudent } from './live-feed.ts'
import type { StateFilter } from './state-tiles.tsx'

/** Search, state and sort, as the address keeps them. */
export function useLiveView() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const search = params.get('search') ?? ''
  const filter: StateFilter = presenceStates.find((one) => one === params.get('state')) ?? 'all'
  const sort = rowSorts.find((one) => one === params.get('sort')) ?? 'attention'
  return {
    search,
    filter,
    sort,
    key: JSON.stringify([search, filter, sort]),
    setSearch: (text: string) => set('search', text),
    setFilter: (state: StateFilter) => set('state', state === 'all' ? '' : state),
    setSort: (next: RowSort) => set('sort', next === 'attention' ? '' : next),
  }
}

type View = { readonly search: string; readonly filter: StateFilter }

export function filterRows(rows: ReadonlyMap<string, LiveStudent>, { search, filter }: View) {
  return [...rows.values()].filter(
    ({ name, identifier = '', seat, state }) =>
      (filter === 'all' || state === filter) &&
      (search === '' ||
        (seat !== undefined && matchesSeat(search, seat)) ||
        matchesSearch(search, [name, identifier])),
  )
}
