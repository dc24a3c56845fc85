import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '#contract/format.ts'
import css from './data-table.module.css'

export const rowsPerBlock = 50
/** These are always in the document, where find-in-page and a screen reader's lists look. */
const rowsAlwaysDrawn = 200
/** Near enough to be drawn: a hasty scroll finds rows, not a gap. */
const drawMargin = '1500px 0px'
const estimatedRowHeight = 60

type VirtualRowsProps = {
  readonly blockIndex: number
  readonly rows: number
  /** The number of rows in the whole table. */
  readonly total: number
  readonly columns: number
  readonly children: () => ReactNode
}

/**
 * The first rows are all drawn; of thousands beyond them only those near the window. The others
 * keep their place, and a button in it draws them without scrolling.
 */
export function VirtualRows({ blockIndex, rows, total, columns, children }: VirtualRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const first = blockIndex * rowsPerBlock
  const [isAlwaysDrawn, setAlwaysDrawn] = useState(first < rowsAlwaysDrawn)
  const [isNear, setNear] = useState(isAlwaysDrawn)
  const rowHeight = useRef(estimatedRowHeight)

  useEffect(() => {
    const element = body.current
    if (isAlwaysDrawn) return
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
  }, [isAlwaysDrawn])
  useEffect(() => {
    const height = body.current?.getBoundingClientRect().height
    if (isNear && height && rows > 0) rowHeight.current = height / rows
  })

  const draw = () => {
    flushSync(() => setAlwaysDrawn(true))
    body.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noRedundantRoles: blocks would lose it
    <tbody ref={body} role="rowgroup" tabIndex={-1}>
      {isNear || isAlwaysDrawn ? (
        children()
      ) : (
        <tr className={css.far}>
          <td colSpan={columns} style={{ height: rowHeight.current * rows }}>
            <button type="button" onClick={draw}>
              Show rows {formatCount(first + 1)} to {formatCount(first + rows)} of{' '}
              {formatCount(total)}
            </button>
          </td>
        </tr>
      )}
    </tbody>
  )
}
