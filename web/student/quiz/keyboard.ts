import { useEffect, useRef, useState } from 'react'
import { getOptionOfKey } from '#core/proctoring/held-keys.ts'
import { readStored, writeStored } from '../../client/browser-storage.ts'
import { announce } from '../../ui/announcer.tsx'

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

type AnswerKeys = {
  readonly hasLetterKeys: boolean
  readonly onSubmit: () => void
}

/** The button that says the time and the saved answers. */
export const sayStateId = 'say-state'

/** Letters choose, with Shift they strike out, and Enter submits, unless a dialog is open. */
export function useAnswerKeys(isOn: boolean, keys: AnswerKeys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isOn) return
    const handleKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      if (event.defaultPrevented || isDialogOpen() || target.closest(typingSelector)) return
      if (event.key === 'Enter') return submitWithEnter(event, target, latest.current.onSubmit)
      if (!latest.current.hasLetterKeys || event.repeat) return
      if (isSayStateKey(event)) return document.getElementById(sayStateId)?.click()
      const option = getOptionOfKey(event)
      if (option < 0) return
      if (event.shiftKey) strikeOption(option)
      else pressOption(option)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn])
}

function isSayStateKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 't' && !ctrlKey && !metaKey && !altKey && !shiftKey
}

/**
 * If the focus went with the page before, Orca takes the next one for its own without a word, and
 * speaks the one after: the main part has it first, for the two frames in which Firefox tells of it.
 * @returns how to cancel
 */
export function focusQuestion(heading: HTMLElement): () => void {
  const focus = () => heading.focus({ preventScroll: true })
  let frame = 0
  if (document.activeElement === document.body) {
    heading.closest('main')?.focus({ preventScroll: true })
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(focus)
    })
  } else {
    focus()
  }
  return () => cancelAnimationFrame(frame)
}

/** Elements in which a letter is only typed. */
export const typingSelector = 'textarea, select, input:not([type="radio"], [type="checkbox"])'

/** On a button or a link Enter presses that, which the browser does by itself. */
function submitWithEnter(event: KeyboardEvent, target: Element, onSubmit: () => void) {
  if (target.closest('button, a, summary')) return
  event.preventDefault()
  if (event.repeat) return
  // The focused element goes with its question: a screen reader would pick what comes by itself,
  // and say nothing of it.
  const main = target.closest('main')
  if (main?.querySelector('fieldset input:checked')) main.focus({ preventScroll: true })
  onSubmit()
}

function pressOption(option: number) {
  const input = document.querySelectorAll<HTMLInputElement>('main fieldset input')[option]
  // As a press of it, whatever its kind makes of that.
  input?.click()
  // A screen reader says what is chosen now with the focus; where it is already, not by each key.
  if (input && input === document.activeElement)
    announce(
      `Option ${String.fromCharCode(65 + option)} is ${input.checked ? 'chosen' : 'not chosen'}.`,
    )
  else input?.focus()
}

function strikeOption(option: number) {
  document.querySelectorAll<HTMLElement>('main fieldset [aria-keyshortcuts]')[option]?.click()
}

export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null
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
  if (!isTab || isDialogOpen()) return
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
