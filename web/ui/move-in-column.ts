import type { KeyboardEvent } from 'react'

const focusable = ['a[href]', 'button', 'input', 'select', 'textarea']
  .map((name) => `${name}:not(:disabled)`)
  .join()

/** These do something of their own with an arrow key. */
const usesArrows =
  'select, textarea, [aria-haspopup], input:is([type="radio"], [type="date"], [type="time"], [type="number"], [type="range"])'

/** Up and Down go to the same place in the next row of a table that has one. */
export function moveInColumn(event: KeyboardEvent<HTMLTableElement>) {
  const { key, currentTarget: table, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event
  const target = event.target as HTMLElement
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return
  if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
  // Events of a dialog that a cell has opened arrive here, too, and are none of the table's.
  if (!table.contains(target) || target.matches(usesArrows)) return
  const cell = target.closest<HTMLTableCellElement>('td, th')
  const row = cell?.closest('tr')
  if (!cell || !row) return

  const place = listFocusable(cell).indexOf(target)
  const rows = [...table.rows]
  const from = rows.indexOf(row)
  const ahead = key === 'ArrowDown' ? rows.slice(from + 1) : rows.slice(0, from).toReversed()
  for (const other of ahead) {
    const places = listFocusable(other.cells[cell.cellIndex])
    const next = places[place] ?? places.at(-1)
    if (!next) continue
    event.preventDefault()
    return next.focus()
  }
}

function listFocusable(cell: Element | undefined): HTMLElement[] {
  return [...(cell?.querySelectorAll<HTMLElement>(focusable) ?? [])]
}
