import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** What a list is filtered and sorted by lives in the address: it survives a reload and a link. */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  // A search that was typed before another sort was chosen arrives after it, and must not undo it.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const set = (changes: Readonly<Record<string, string>>) => {
    const after = new URLSearchParams(latest.current)
    for (const [name, value] of Object.entries(changes)) {
      if (value) after.set(name, value)
      else after.delete(name)
    }
    latest.current = after
    setParams(after, { replace: true, preventScrollReset: true })
  }
  return { get: (name: string) => params.get(name) ?? '', set }
}
