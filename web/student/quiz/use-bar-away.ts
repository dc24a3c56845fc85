import { type RefObject, useEffect, useState } from 'react'

/** A shorter scroll is a finger that trembles. */
const minScrollPx = 6

/**
 * Whether the bar at the window's edge may leave room for the question, which it does in a low
 * window only: from a scroll down until one up, the end of the question, a choice, or its own focus.
 */
export function useBarAway(bar: RefObject<HTMLElement | null>, mustStay: boolean): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const show = () => setAway(false)
    const handleScroll = () => {
      const { scrollY: y } = window
      if (isAtEnd() || bar.current?.contains(document.activeElement)) setAway(false)
      else if (Math.abs(y - last) < minScrollPx) return
      else setAway(y > last)
      last = y
    }
    const handleFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && bar.current?.contains(target)) show()
    }
    window.addEventListener('scroll', handleScroll, { passive: true })
    document.addEventListener('change', show)
    document.addEventListener('focusin', handleFocus)
    return () => {
      window.removeEventListener('scroll', handleScroll)
      document.removeEventListener('change', show)
      document.removeEventListener('focusin', handleFocus)
    }
  }, [bar])
  return isAway && !mustStay
}

function isAtEnd(): boolean {
  const { scrollHeight } = document.documentElement
  return window.scrollY + window.innerHeight >= scrollHeight - minScrollPx
}
