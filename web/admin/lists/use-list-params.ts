import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

export type ParamChanges = Readonly<Record<string, string>>

/** Search, sort and filters are kept in the address, so that they survive a reload and a link. */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  // A delayed search may arrive after a newly chosen sort, and must not undo it.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const set = (changes: ParamChanges) => {
    latest.current = changeParams(latest.current, changes)
    setParams(latest.current, { replace: true, preventScrollReset: true })
  }
  return { params, get: (name: string) => params.get(name) ?? '', set }
}

/** An empty value takes a parameter out of the address. */
export function changeParams(params: URLSearchParams, changes: ParamChanges): URLSearchParams {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}
