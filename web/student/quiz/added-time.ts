import { useEffect, useRef } from 'react'
import type { Told } from './told.ts'

/** An admin may add minutes while the quiz runs; the clock jumps, and this says why. */
export function useAddedTime(endsAt: string, tell: (told: Told) => void) {
  const before = useRef(endsAt)
  useEffect(() => {
    const minutes = Math.round((Date.parse(endsAt) - Date.parse(before.current)) / 60_000)
    before.current = endsAt
    if (minutes > 0) tell(addedMinutes(minutes))
  }, [endsAt, tell])
}

function addedMinutes(minutes: number): Told {
  const title = minutes === 1 ? '1 minute was added.' : `${minutes} minutes were added.`
  return { title, text: 'The clock shows the new time. You can go on.', forMs: 8000 }
}
