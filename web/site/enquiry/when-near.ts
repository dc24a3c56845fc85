/** Does something once, when an element comes within a window's height; answers how to call it off. */
export function whenNear(element: Element, act: () => Promise<void>) {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      act().catch(() => observer.observe(element))
    },
    { rootMargin: '100% 0px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
