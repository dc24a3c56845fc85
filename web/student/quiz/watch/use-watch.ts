import { useEffect, useRef } from 'react'
import type { EventKind } from '#core/integrity.ts'
import { watchKeys } from './watch-keys.ts'
import { watchAway, watchClosing, watchDevtools, watchNet } from './watch-window.ts'

type Handlers = {
  readonly onEvent: (kind: EventKind) => void
  readonly onBlocked: (kind: EventKind, says: string) => void
  readonly onClosing: () => void
}

/** Looks after the window for as long as the quiz is open. */
export function useWatch(isOn: boolean, handlers: Handlers) {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (!isOn) return
    const emit = (kind: EventKind) => latest.current.onEvent(kind)
    const stops = [
      watchAway(emit),
      watchDevtools(emit),
      watchNet(emit),
      watchKeys((kind, says) => latest.current.onBlocked(kind, says)),
      watchClosing(() => latest.current.onClosing()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [isOn])
}
