import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Gives a table `data-blocks` on a phone, and wherever its columns do not fit side by side without
 * breaking a word. Returns the ref of the element around the table, which must not grow with it.
 */
export function useRowBlocks(rowCount: number) {
  const frame = useRef<HTMLDivElement>(null)
  const lastCount = useRef(rowCount)
  useLayoutEffect(() => {
    if (!frame.current) return
    // Fewer rows may fit again. More do not, and measuring them as a table would move the page.
    if (rowCount < lastCount.current) allowColumns(frame.current)
    lastCount.current = rowCount
    arrange(frame.current)
  })
  useEffect(() => {
    const element = frame.current
    if (!element || !('ResizeObserver' in window)) return
    let lastWidth = element.clientWidth
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== lastWidth) allowColumns(element)
      lastWidth = element.clientWidth
      arrange(element)
    })
    observer.observe(element)
    // Rows that are drawn as they come near may be wider than the first ones.
    for (const table of element.children) observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return frame
}

const phone = '(max-width: 760px)'

function arrange(frame: HTMLElement) {
  const table = frame.firstElementChild as HTMLElement
  if (window.matchMedia(phone).matches || table.offsetWidth > frame.clientWidth)
    table.dataset.blocks = ''
}

function allowColumns(frame: HTMLElement) {
  delete (frame.firstElementChild as HTMLElement).dataset.blocks
}
