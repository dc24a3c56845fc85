import { type EventKind, getBlockedKeyMessage, isBlockedKey } from '#core/proctoring/policy.ts'

type OnBlocked = (kind: EventKind, message: string) => void

/** Prevented, told, and never the end of a quiz. */
export function watchKeys(onBlocked: OnBlocked): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!isBlockedKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) onBlocked('blocked-key', getBlockedKeyMessage(event))
  }
  const onMenu = (event: Event) => {
    event.preventDefault()
    onBlocked('context-menu', 'The context menu is switched off during the quiz.')
  }
  window.addEventListener('keydown', onKey, { capture: true })
  window.addEventListener('contextmenu', onMenu)
  return () => {
    window.removeEventListener('keydown', onKey, { capture: true })
    window.removeEventListener('contextmenu', onMenu)
  }
}
