import { useRef, useState } from 'react'

export type RowSelection = ReturnType<typeof useRowSelection>

/** Which rows are selected, by key; Shift selects the range from the last one. Loading more keeps it. */
export function useRowSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)

  const toggle = (key: string, loaded: readonly string[], isRange: boolean) => {
    const isSelected = !selected.has(key)
    const from = isRange && last.current ? loaded.indexOf(last.current) : -1
    const to = loaded.indexOf(key)
    const affected = from < 0 ? [key] : loaded.slice(Math.min(from, to), Math.max(from, to) + 1)
    last.current = key
    setSelected((before) => updateSelection(before, affected, isSelected))
  }
  const toggleAll = (loaded: readonly string[]) => {
    const isSelected = !loaded.every((key) => selected.has(key))
    setSelected((before) => updateSelection(before, loaded, isSelected))
  }
  const clear = () => {
    last.current = null
    setSelected(new Set())
  }
  return { selected, toggle, toggleAll, clear }
}

function updateSelection(
  before: ReadonlySet<string>,
  keys: readonly string[],
  isSelected: boolean,
) {
  const after = new Set(before)
  for (const key of keys) isSelected ? after.add(key) : after.delete(key)
  return after
}
