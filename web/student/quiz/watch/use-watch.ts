import { useEffect, useRef } from 'react'
import type { EventKind } from '#core/proctoring/policy.ts'
import type { Seen } from './seen.ts'
import { watchAway } from './watch-away.ts'
import { watchClosing } from './watch-closing.ts'
import { watchDevtools } from './watch-devtools.ts'
import { watchKeys } from './watch-keys.ts'
import { watchNet } from './watch-net.ts'

type Handlers = {
  readonly onEvent: (seen: Seen) => void
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
    const emit = (seen: Seen) => latest.current.onEvent(seen)
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
