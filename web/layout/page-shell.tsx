import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { closeMenus } from './close-menus.ts'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import css from './page-shell.module.css'
import { PhoneBanner } from './phone-banner.tsx'

type PageShellProps = {
  readonly banner?: boolean
  readonly footer?: boolean
  /** Admin: the bar and the page use the whole window. */
  readonly fluid?: boolean
  /** Between the bar and the page, or beside it. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** The frame of every page but the running exam. */
export function PageShell({ banner, footer, fluid, aside, children }: PageShellProps) {
  const main = useFocusOnNavigation()
  return (
    <div className={css.shell}>
      <a href="#main" className={css.skip}>
        Skip to the page
      </a>
      {banner && <PhoneBanner />}
      <Navbar fluid={fluid} />
      <div className={css.body} data-beside={aside ? true : undefined}>
        {aside}
        <main id="main" ref={main} tabIndex={-1} className={css.main}>
          {children}
        </main>
      </div>
      {footer && <Footer />}
    </div>
  )
}

// Shells of different areas replace one another, so what was shown last is kept outside of them.
let lastPath: string | undefined

/** A screen reader starts reading the new page, as it would after a full load. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const hasMoved = lastPath !== undefined && lastPath !== pathname
    lastPath = pathname
    if (!hasMoved) return
    closeMenus()
    if (!main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true })
  }, [pathname])
  useEffect(() => {
    // Back from where there is no shell, as from a quiz, the same page is one to arrive at, too.
    return () => {
      lastPath = ''
    }
  }, [])
  return main
}
