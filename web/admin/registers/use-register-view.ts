import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { registerStates } from '#core/registers/register.ts'
import type { RegisterFilter } from './register-view.ts'

/** The filter and the order stand in the address; what is searched is typed again. */
export function useRegisterView() {
  const [params, setParams] = useSearchParams()
  const [search, setSearch] = useState('')
  const filter: RegisterFilter =
    registerStates.find((state) => state === params.get('state')) ?? 'all'
  const isByName = params.get('sort') === 'name'
  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(params)
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return {
    filter,
    search,
    isByName,
    setSearch,
    /** Another one for each list. */
    key: `${filter} ${isByName} ${search}`,
    setFilter: (value: RegisterFilter) => set('state', value === 'all' ? null : value),
    setByName: (value: boolean) => set('sort', value ? 'name' : null),
  }
}
