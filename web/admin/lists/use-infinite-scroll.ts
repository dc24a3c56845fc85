import { useEffect, useRef } from 'react'

/** Calls when the element comes within 400 px of the window, and again while it stays there. */
export function useInfiniteScroll<E extends Element>(
  isEnabled: boolean,
  loadedCount: number,
  onNear: () => void,
) {
  const element = useRef<E>(null)
  const latestOnNear = useRef(onNear)
  latestOnNear.current = onNear
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows are looked at anew
  useEffect(() => {
    if (!isEnabled || !element.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latestOnNear.current(),
      { rootMargin: '400px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isEnabled, loadedCount])
  return element
}
