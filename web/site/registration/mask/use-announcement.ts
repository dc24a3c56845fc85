import { useEffect, useRef, useState } from 'react'

const quietMs = 500

/** Speaks once the hand or the key rests: a box that is dragged moves sixty times a second. */
export function useAnnouncement() {
  const [announcement, setAnnouncement] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const announce = (sentence: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnnouncement(sentence), quietMs)
  }
  return { announcement, announce }
}
