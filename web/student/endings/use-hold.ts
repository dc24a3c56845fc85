import { type FocusEvent, type PointerEvent, useState, useSyncExternalStore } from 'react'

/** While somebody points at the page, has tabbed into it, or has it in the background. */
export function useHold() {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHidden = useSyncExternalStore(onVisibilityChange, () => document.hidden)
  const holders = {
    // Not a page that has come under a resting pointer.
    onPointerMove: ({ pointerType, movementX, movementY }: PointerEvent) => {
      if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) setPointedAt(true)
    },
    onPointerLeave: () => setPointedAt(false),
    onFocus: ({ target }: FocusEvent) => setFocus(target.closest('a, button, input') !== null),
    onBlur: () => setFocus(false),
  }
  return { isHeld: isPointedAt || hasFocus || isHidden, holders }
}

function onVisibilityChange(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
