/**
 * Runs a callback once, when an element comes within so much of the window's height; returns how to
 * cancel.
 */
export function runWhenNear(element: Element, marginPercent: number, callback: () => void) {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      callback()
    },
    { rootMargin: `${marginPercent}% 0px` },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
