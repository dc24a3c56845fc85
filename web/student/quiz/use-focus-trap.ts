import { useEffect } from 'react'

const focusableSelector = 'a[href], button:not(:disabled), input:not(:disabled)'

/**
 * Tab goes round within the quiz: one press further the focus would be in the browser's own bars,
 * which looks like leaving the window.
 */
export function useFocusTrap(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    document.addEventListener('keydown', wrapFocus)
    return () => document.removeEventListener('keydown', wrapFocus)
  }, [isOn])
}

function wrapFocus(event: KeyboardEvent) {
  const isTab = event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey
  if (!isTab || document.querySelector('[aria-modal="true"]')) return
  const from = document.activeElement ?? document.body
  const focusables = [...document.querySelectorAll<HTMLElement>(focusableSelector)].filter(isShown)
  const direction = event.shiftKey
    ? Node.DOCUMENT_POSITION_PRECEDING
    : Node.DOCUMENT_POSITION_FOLLOWING
  const hasNext = focusables.some(
    (focusable) =>
      from.compareDocumentPosition(focusable) & direction && !isSameGroup(from, focusable),
  )
  if (hasNext) return
  event.preventDefault()
  focusables.at(event.shiftKey ? -1 : 0)?.focus()
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}

/** Radio buttons of one name are one stop. */
function isSameGroup(one: Element, other: Element): boolean {
  return (
    one instanceof HTMLInputElement &&
    other instanceof HTMLInputElement &&
    one.type === 'radio' &&
    one.name === other.name
  )
}
