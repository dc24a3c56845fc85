import { useEffect, useRef } from 'react'
import { type EventKind, getBlockedKeyMessage, isBlockedKey } from '#core/proctoring/policy.ts'
import type { ProctoringEvent } from '#core/quiz-session/effects.ts'
import { createEvent, type Emit, endEvent, type Stop } from './proctoring-event.ts'
import { watchDevtools } from './watch-devtools.ts'
import { watchFocusLoss } from './watch-focus-loss.ts'

type ProctoringHandlers = {
  readonly onEvent: (event: ProctoringEvent) => void
  readonly onBlocked: (kind: EventKind, message: string) => void
}

/** Looks after the window for as long as the quiz is open. */
export function useProctoringListeners(isOn: boolean, handlers: ProctoringHandlers) {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (!isOn) return
    const emit = (event: ProctoringEvent) => latest.current.onEvent(event)
    const stops = [
      watchFocusLoss(emit),
      watchDevtools(emit),
      watchConnection(emit),
      watchKeys((kind, message) => latest.current.onBlocked(kind, message)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [isOn])
}

type OnBlocked = (kind: EventKind, message: string) => void

/** Prevented, told, and never the end of a quiz. */
function watchKeys(onBlocked: OnBlocked): () => void {
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

/** Recorded only; events reported while offline arrive when the connection is back. */
function watchConnection(emit: Emit): Stop {
  let offlineEvent: ProctoringEvent | null = null
  const onOffline = () => {
    offlineEvent = createEvent('offline')
    emit(offlineEvent)
  }
  const onOnline = () => {
    if (offlineEvent) emit(endEvent(offlineEvent))
    offlineEvent = null
    emit(createEvent('online'))
  }
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  return () => {
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}
