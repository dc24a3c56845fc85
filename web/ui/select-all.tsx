import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'

type SelectAllProps = {
  readonly keys: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly onToggle: (keys: readonly string[]) => void
  readonly children: ReactNode
}

/** In the head of a table: all these rows, or none of them. */
export function SelectAll({ keys, selected, onToggle, children }: SelectAllProps) {
  const count = keys.filter((key) => selected.has(key)).length
  return (
    <Checkbox
      bare
      checked={keys.length > 0 && count === keys.length}
      mixed={count > 0 && count < keys.length}
      onChange={() => onToggle(keys)}
    >
      {children}
    </Checkbox>
  )
}
