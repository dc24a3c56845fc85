import { useRef, useState } from 'react'

export type RowSelection = ReturnType<typeof useRowSelection>

/** Which rows are selected, by key. Loading more rows keeps them selected. */
export function useRowSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)

  /** `isRange` (Shift) takes in all rows from the one that was toggled last. */
  const toggle = (key: string, shown: readonly string[], isRange: boolean) => {
    const anchor = isRange ? last.current : null
    last.current = key
    setSelected((before) => toggleRows(before, listRange(shown, anchor, key), key))
  }
  const toggleAll = (shown: readonly string[]) => {
    setSelected((before) => toggleAllRows(before, shown))
  }
  const clear = () => {
    last.current = null
    setSelected(new Set())
  }
  return { selected, toggle, toggleAll, clear }
}

/** The row alone where the other end of the range is not shown. */
export function listRange(
  shown: readonly string[],
  anchor: string | null,
  key: string,
): readonly string[] {
  const from = anchor === null ? -1 : shown.indexOf(anchor)
  const to = shown.indexOf(key)
  return from < 0 ? [key] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** All rows become what `key` becomes. */
export function toggleRows(
  before: ReadonlySet<string>,
  keys: readonly string[],
  key: string,
): ReadonlySet<string> {
  return setRows(before, keys, !before.has(key))
}

/** Selects all that are shown or, where they are, none of them; rows not shown stay as they are. */
export function toggleAllRows(
  before: ReadonlySet<string>,
  shown: readonly string[],
): ReadonlySet<string> {
  return setRows(before, shown, !shown.every((key) => before.has(key)))
}

function setRows(before: ReadonlySet<string>, keys: readonly string[], isSelected: boolean) {
  const after = new Set(before)
  for (const key of keys) isSelected ? after.add(key) : after.delete(key)
  return after
}
