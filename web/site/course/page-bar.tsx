import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import css from './page-bar.module.css'

type PagePart = {
  readonly id: string
  readonly name: string
  /** Once that day is past both are hidden, the part and its link. */
  readonly starts?: string
}

/** Links to the parts of a page; stays in sight and marks the part that one reads. */
export function PageBar({ parts }: { parts: readonly [PagePart, ...PagePart[]] }) {
  const current = useVisiblePart(parts)
  return (
    <nav className={css.bar} aria-label="On this page">
      <div className={css.links}>
        {parts.map(({ id, name, starts }) => (
          <Link
            key={id}
            to={`#${id}`}
            data-starts={starts}
            aria-current={id === current ? 'location' : undefined}
          >
            {name}
          </Link>
        ))}
      </div>
    </nav>
  )
}

/** The part at the line at 30 % of the window's height; the first one also above it. */
function useVisiblePart(parts: readonly [PagePart, ...PagePart[]]): string {
  const [current, setCurrent] = useState(parts[0].id)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.findLast(({ isIntersecting }) => isIntersecting)
        const isBelow = ({ boundingClientRect, rootBounds }: IntersectionObserverEntry) =>
          boundingClientRect.top > (rootBounds?.bottom ?? 0)
        if (entered) setCurrent(entered.target.id)
        else if (entries.some(isBelow)) setCurrent(parts[0].id)
      },
      { rootMargin: '-30% 0px -70% 0px' },
    )
    for (const { id } of parts) {
      const part = document.getElementById(id)
      if (part) observer.observe(part)
    }
    return () => observer.disconnect()
  }, [parts])
  return current
}
