import { useEffect, useRef } from 'react'

/** Calls when the element comes within 400 px of the window, and again while it stays there. */
export function useNearEnd<E extends Element>(isOn: boolean, loaded: number, onNear: () => void) {
  const element = useRef<E>(null)
  const call = useRef(onNear)
  call.current = onNear
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows are looked at anew
  useEffect(() => {
    if (!isOn || !element.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && call.current(),
      { rootMargin: '400px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isOn, loaded])
  return element
}
