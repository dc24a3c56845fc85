import { useEffect, useRef } from 'react'
import type { EventKind } from '#core/proctoring/policy.ts'
import type { ProctoringEvent, Stop } from './proctoring-event.ts'
import { watchConnection } from './watch-connection.ts'
import { watchDevtools } from './watch-devtools.ts'
import { watchFocusLoss } from './watch-focus-loss.ts'
import { watchKeys } from './watch-keys.ts'

type ProctoringHandlers = {
  readonly onEvent: (event: ProctoringEvent) => void
  readonly onBlocked: (kind: EventKind, message: string) => void
  readonly onClosing: () => void
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
      watchPageHide(() => latest.current.onClosing()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [isOn])
}

/** Refreshed, closed, or gone to another site. Nothing but a call that outlives the page helps. */
function watchPageHide(onPageHide: () => void): Stop {
  window.addEventListener('pagehide', onPageHide)
  return () => window.removeEventListener('pagehide', onPageHide)
}
