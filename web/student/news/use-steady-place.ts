import { type RefObject, useEffect, useRef } from 'react'

type Anchor = { readonly element: Element; top: number }

/**
 * Keeps the element under the pointer or with the focus at its place on the screen when rows or
 * notices come or go above it: the page is scrolled by as much, and made longer where it is too
 * short.
 */
export function useSteadyPlace(area: RefObject<HTMLElement | null>) {
  const anchor = useRef<Anchor | null>(null)

  useEffect(() => {
    const hold = ({ target }: Event) => {
      const isInside = target instanceof Element && area.current?.contains(target)
      anchor.current = isInside ? toAnchor(target) : null
    }
    document.addEventListener('pointerover', hold)
    document.addEventListener('focusin', hold)
    window.addEventListener('resize', remeasure)
    document.addEventListener('scroll', remeasure, { passive: true })
    function remeasure() {
      if (anchor.current) anchor.current.top = getTop(anchor.current.element)
    }
    return () => {
      document.removeEventListener('pointerover', hold)
      document.removeEventListener('focusin', hold)
      window.removeEventListener('resize', remeasure)
      document.removeEventListener('scroll', remeasure)
    }
  }, [area])

  useEffect(() => {
    const element = area.current
    if (!element) return
    const settle = () => {
      const held = anchor.current
      if (!held?.element.isConnected) return
      const movedBy = getTop(held.element) - held.top
      if (movedBy === 0) return
      scrollPage(element, movedBy)
      held.top = getTop(held.element)
    }
    // It hears of a change before that is painted.
    const observer = new MutationObserver(settle)
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [area])
}

function toAnchor(target: Element): Anchor {
  const element = target.closest('tr, li, section') ?? target
  return { element, top: getTop(element) }
}

/** In the window: browsers scroll for what they pick as an anchor, and only the rest is ours. */
function getTop(element: Element): number {
  return element.getBoundingClientRect().top
}

/** Room above that an earlier change had to make is given back first. */
function scrollPage(area: HTMLElement, movedByPx: number) {
  const roomPx = Number.parseFloat(area.style.paddingBlockStart) || 0
  const givenBackPx = Math.min(roomPx, Math.max(0, movedByPx))
  const target = window.scrollY + movedByPx - givenBackPx
  area.style.paddingBlockStart = `${roomPx - givenBackPx + Math.max(0, -target)}px`
  if (getPageHeight() < target + window.innerHeight) {
    // A page shorter than the window grows only once it has filled it.
    const ampleHeight = area.offsetHeight + window.innerHeight + target
    area.style.minHeight = `${ampleHeight}px`
    const surplus = getPageHeight() - target - window.innerHeight
    area.style.minHeight = `${ampleHeight - surplus}px`
  }
  window.scrollTo({ top: Math.max(0, target), behavior: 'instant' })
}

function getPageHeight(): number {
  return document.documentElement.scrollHeight
}
