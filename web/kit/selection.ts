import { useRef, useState } from 'react'

export type Selection = ReturnType<typeof useSelection>

/** Which rows are ticked, by key; Shift takes the range from the last tick. It outlives loading more. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)

  const toggle = (key: string, loaded: readonly string[], isRange: boolean) => {
    const willBe = !selected.has(key)
    const from = isRange && last.current ? loaded.indexOf(last.current) : -1
    const to = loaded.indexOf(key)
    const touched = from < 0 ? [key] : loaded.slice(Math.min(from, to), Math.max(from, to) + 1)
    last.current = key
    setSelected((before) => changed(before, touched, willBe))
  }
  const toggleAll = (loaded: readonly string[]) => {
    const willBe = !loaded.every((key) => selected.has(key))
    setSelected((before) => changed(before, loaded, willBe))
  }
  const clear = () => {
    last.current = null
    setSelected(new Set())
  }
  return { selected, toggle, toggleAll, clear }
}

function changed(before: ReadonlySet<string>, keys: readonly string[], willBe: boolean) {
  const after = new Set(before)
  for (const key of keys) willBe ? after.add(key) : after.delete(key)
  return after
}
