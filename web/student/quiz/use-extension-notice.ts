import { useEffect, useRef } from 'react'
import type { FlashMessage } from './use-flash-message.ts'

/** An admin may add minutes while the quiz runs; the clock jumps, and this says why. */
export function useExtensionNotice(endsAt: string, showMessage: (message: FlashMessage) => void) {
  const previousEndsAt = useRef(endsAt)
  useEffect(() => {
    const minutes = Math.round((Date.parse(endsAt) - Date.parse(previousEndsAt.current)) / 60_000)
    previousEndsAt.current = endsAt
    if (minutes > 0) showMessage(toExtensionMessage(minutes))
  }, [endsAt, showMessage])
}

function toExtensionMessage(minutes: number): FlashMessage {
  const title = minutes === 1 ? '1 minute was added.' : `${minutes} minutes were added.`
  return { title, text: 'The clock shows the new time. You can go on.', durationMs: 8000 }
}
