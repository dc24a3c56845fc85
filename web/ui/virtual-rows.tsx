import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import css from './data-table.module.css'

export const rowsPerBlock = 50
/** Near enough to be drawn: a hasty scroll finds rows, not a gap. */
const drawMargin = '1500px 0px'
const estimatedRowHeight = 60

type VirtualRowsProps = {
  readonly blockIndex: number
  readonly rows: number
  readonly columns: number
  readonly children: () => ReactNode
}

/** Of ten thousand rows only those near the window are drawn; the others keep their place. */
export function VirtualRows({ blockIndex, rows, columns, children }: VirtualRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [isNear, setNear] = useState(blockIndex < 2)
  const rowHeight = useRef(estimatedRowHeight)

  useEffect(() => {
    const element = body.current
    if (!element || !('IntersectionObserver' in window)) return setNear(true)
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (last) setNear(last.isIntersecting || element.contains(document.activeElement))
      },
      { rootMargin: drawMargin },
    )
    observer.observe(element)
    // Paper shows every row; afterwards the observer reports anew which of them are near.
    const drawForPrint = () => flushSync(() => setNear(true))
    const resume = () => {
      observer.disconnect()
      observer.observe(element)
    }
    window.addEventListener('beforeprint', drawForPrint)
    window.addEventListener('afterprint', resume)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', drawForPrint)
      window.removeEventListener('afterprint', resume)
    }
  }, [])
  useEffect(() => {
    const height = body.current?.getBoundingClientRect().height
    if (isNear && height && rows > 0) rowHeight.current = height / rows
  })

  return (
    // biome-ignore lint/a11y/noRedundantRoles: blocks would lose it
    <tbody ref={body} role="rowgroup">
      {isNear ? (
        children()
      ) : (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a gap, with nothing in it
        <tr aria-hidden="true" className={css.far}>
          <td colSpan={columns} style={{ height: rowHeight.current * rows }} />
        </tr>
      )}
    </tbody>
  )
}
