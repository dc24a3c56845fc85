import {
  findHeldAction,
  findHeldKey,
  type HeldAction,
  type HoldingRules,
  heldActionNames,
} from '#core/proctoring/held-keys.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import { typingSelector } from '../keyboard.ts'
import type { Stop } from './watch-devtools.ts'

export type OnHeld = (kind: EventKind, message: string) => void

/** Kept from the browser, reported, and never the end of a quiz. */
export function watchKeys(getRules: () => HoldingRules, onHeld: OnHeld): Stop {
  const onKey = (event: KeyboardEvent) => {
    const message = isTyped(event) ? null : findHeldKey(event, getRules())
    if (!message) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) onHeld('blocked-key', message)
  }
  const onAction = (event: Event) => {
    const message = findHeldAction(event.type as HeldAction, getRules())
    if (!message) return
    event.preventDefault()
    onHeld('blocked-key', message)
  }
  const onMenu = (event: Event) => {
    event.preventDefault()
    onHeld('context-menu', 'The context menu is switched off during the quiz.')
  }
  window.addEventListener('keydown', onKey, { capture: true })
  for (const name of heldActionNames) window.addEventListener(name, onAction)
  window.addEventListener('contextmenu', onMenu)
  return () => {
    window.removeEventListener('keydown', onKey, { capture: true })
    for (const name of heldActionNames) window.removeEventListener(name, onAction)
    window.removeEventListener('contextmenu', onMenu)
  }
}

/** In a field a character is only that. */
function isTyped({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key.length > 1 || ctrlKey || metaKey || altKey) return false
  return target instanceof Element && target.matches(typingSelector)
}
