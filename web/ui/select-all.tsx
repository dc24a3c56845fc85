import { Checkbox } from './checkbox.tsx'
import type { RowSelection } from './use-row-selection.ts'

type SelectAllProps = { readonly keys: readonly string[]; readonly selection: RowSelection }

/** In the head of a table: all rows that are shown. */
export function SelectAll({ keys, selection }: SelectAllProps) {
  const count = keys.filter((key) => selection.selected.has(key)).length
  return (
    <Checkbox
      bare
      checked={keys.length > 0 && count === keys.length}
      mixed={count > 0 && count < keys.length}
      onChange={() => selection.toggleAll(keys)}
    >
      Select all that are shown
    </Checkbox>
  )
}
