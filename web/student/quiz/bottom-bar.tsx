import { type ReactNode, useCallback, useRef } from 'react'
import css from './bottom-bar.module.css'
import { reserveEdge } from './quiz-header.tsx'
import { useBarAway } from './use-bar-away.ts'

type BottomBarProps = {
  /** The bar has the button to try again. */
  readonly mustStay: boolean
  readonly children: ReactNode
}

/** Buttons that end or leave the question, at the lower edge of the window. */
export function BottomBar({ mustStay, children }: BottomBarProps) {
  const bar = useRef<HTMLElement>(null)
  const isAway = useBarAway(bar, mustStay)
  const setBar = useCallback((element: HTMLElement | null) => {
    bar.current = element
    return reserveEdge(element, 'scrollPaddingBottom')
  }, [])
  return (
    <footer ref={setBar} className={css.bar} data-away={isAway || undefined}>
      {children}
    </footer>
  )
}
