import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useState } from 'react'
import { readStored, writeStored } from '../../client/browser-storage.ts'

/** Whether letter keys choose an option; users of voice control can turn it off for good. */
export function useLetterKeys(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(isEnabledInStorage)
  return [
    isOn,
    (next) => {
      setOn(next)
      storePreference(next)
    },
  ]
}

/** A letter, not a shortcut of the browser. */
export function isPlainKey({ ctrlKey, metaKey, altKey, repeat }: ReactKeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !repeat
}

function isEnabledInStorage(): boolean {
  return readStored('letter-keys') !== 'off'
}

/** Without storage the choice lasts for this quiz. */
function storePreference(isOn: boolean) {
  writeStored('letter-keys', isOn ? 'on' : 'off')
}

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

/** Radio buttons of one name are one tab stop. */
function isSameGroup(one: Element, other: Element): boolean {
  return (
    one instanceof HTMLInputElement &&
    other instanceof HTMLInputElement &&
    one.type === 'radio' &&
    one.name === other.name
  )
}
