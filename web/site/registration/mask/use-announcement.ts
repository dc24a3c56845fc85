import { useEffect, useRef, useState } from 'react'

const quietMs = 500

/** Speaks once the hand or the key rests: a box that is dragged moves sixty times a second. */
export function useAnnouncement() {
  const [said, setSaid] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = (sentence: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSaid(sentence), quietMs)
  }
  return { said, say }
}
