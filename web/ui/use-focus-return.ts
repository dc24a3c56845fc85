import { useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus back to whoever opened a dialog, in the moment it closes; unless something else
 * was given it meanwhile. Mantine waits 10 ms, gives up when Tab is pressed within them, and does
 * not know the opener of a dialog that is born open.
 */
export function useFocusReturn(isOpen: boolean) {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement
    else restoreFocus(opener)
  }, [isOpen])
  useLayoutEffect(() => () => restoreFocus(opener), [])
}

function restoreFocus(opener: { current: Element | null }) {
  const focused = document.activeElement
  const canRestore = focused === document.body || focused?.closest('[role="dialog"]')
  if (canRestore && opener.current instanceof HTMLElement)
    opener.current.focus({ preventScroll: true })
  opener.current = null
}
