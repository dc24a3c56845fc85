/** Does something once, when an element comes within a window's height; answers how to call it off. */
export function runWhenNear(element: Element, callback: () => Promise<void>) {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      callback().catch(() => observer.observe(element))
    },
    { rootMargin: '100% 0px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
