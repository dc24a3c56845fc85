import { IconGripVertical } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import css from './move-handle.module.css'

type MoveHandleProps = {
  /** "Move option B" */
  readonly name: string
  /** Keys that move the row from elsewhere in it: to read, and for screen readers. */
  readonly hint?: string
  readonly shortcuts?: string
  readonly id?: string
  readonly at: number
  /** To a place in the list. */
  readonly onMove: (to: number) => void
}

/** In an item of a list: dragged by pointer or finger, or moved with the arrow keys. */
export function MoveHandle({ name, hint, shortcuts, id, at, onMove }: MoveHandleProps) {
  const handlePointerDown = (event: { currentTarget: HTMLElement; preventDefault: () => void }) => {
    const row = event.currentTarget.closest('li')
    const list = row?.parentElement
    if (!row || !list) return
    event.preventDefault()
    event.currentTarget.focus()
    // The row is taken out and put in again while it moves, which would end a captured pointer.
    const controller = new AbortController()
    const { signal } = controller
    let place = at
    const follow = ({ clientY }: PointerEvent) => {
      const rows = [...list.querySelectorAll<HTMLElement>(':scope > li')]
      const others = rows.filter((other) => other !== row)
      const to = others.filter((other) => clientY > getMiddle(other)).length
      if (to !== place) onMove(to)
      place = to
    }
    window.addEventListener('pointermove', follow, { signal })
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, () => controller.abort(), { signal })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? at - 1 : at + 1)
  }
  return (
    <button
      type="button"
      id={id}
      data-handle
      className={css.handle}
      aria-label={name}
      title={hint ? `${name} (${hint})` : name}
      // Instead of the title, which says the name a second time.
      aria-description={hint}
      aria-keyshortcuts={shortcuts}
      onPointerDown={handlePointerDown}
      onKeyDown={handleKey}
    >
      <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}

function getMiddle(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}
