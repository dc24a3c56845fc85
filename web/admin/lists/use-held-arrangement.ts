import { useEffect, useRef, useState } from 'react'
import { type Arrangement, holdArrangement } from '#core/live/row-order.ts'

/**
 * The order of the rows stands while the pointer, a touch or the focus is among them, and what is
 * about one of them is open. `key` changes with filter, search and sort: then it is arranged anew.
 */
export function useHeldArrangement<Group extends string>(
  sorted: Arrangement<Group>,
  key: string,
  isActing: boolean,
) {
  const [table, setTable] = useState<HTMLElement | null>(null)
  const [isInside, setInside] = useState(false)
  const held = useRef({ key, arrangement: sorted })

  useEffect(() => {
    if (!table) return
    let hasPointer = false
    let hasFocus = false
    const update = () => setInside(hasPointer || hasFocus)
    const isAmong = (target: EventTarget | null) => target instanceof Node && table.contains(target)
    const handlePointer = (event: PointerEvent) => {
      // A touch lasts until another one falls elsewhere.
      if (event.pointerType !== 'mouse' && event.type !== 'pointerdown') return
      hasPointer = isAmong(event.target)
      update()
    }
    const handleLeave = () => {
      hasPointer = false
      update()
    }
    const handleFocus = ({ type, target, relatedTarget }: FocusEvent) => {
      hasFocus = isAmong(type === 'focusin' ? target : relatedTarget)
      update()
    }
    document.addEventListener('pointerdown', handlePointer)
    document.addEventListener('pointerover', handlePointer)
    document.documentElement.addEventListener('pointerleave', handleLeave)
    document.addEventListener('focusin', handleFocus)
    document.addEventListener('focusout', handleFocus)
    return () => {
      document.removeEventListener('pointerdown', handlePointer)
      document.removeEventListener('pointerover', handlePointer)
      document.documentElement.removeEventListener('pointerleave', handleLeave)
      document.removeEventListener('focusin', handleFocus)
      document.removeEventListener('focusout', handleFocus)
    }
  }, [table])

  const [, redraw] = useState(0)
  const isHeld = (isInside || isActing) && held.current.key === key
  const { shown, moves } = isHeld
    ? holdArrangement(held.current.arrangement, sorted)
    : { shown: sorted, moves: 0 }
  held.current = { key, arrangement: shown }
  return {
    tableRef: setTable,
    shown,
    isHeld,
    moves,
    sortNow() {
      held.current = { key, arrangement: sorted }
      redraw((count) => count + 1)
    },
  }
}
