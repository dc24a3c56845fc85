import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { pageTitleId } from '../ui/page-title-id.ts'
import { Status } from '../ui/status.tsx'
import { closeMenus } from './close-menus.ts'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import { Navbar } from './navbar.tsx'
import css from './page-shell.module.css'
import { PhoneBanner } from './phone-banner.tsx'

type PageShellProps = {
  readonly banner?: boolean
  readonly footer?: boolean
  /** Stretches the navbar and the page over the whole window, for the admin pages. */
  readonly fluid?: boolean
  /** Shown beside the page, or above it on a narrow screen. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** The frame of every page except the running exam. */
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
        <main aria-labelledby={pageTitleId} id="main" ref={main} tabIndex={-1} className={css.main}>
          {children}
        </main>
      </div>
      {footer && <Footer />}
    </div>
  )
}

// Kept outside the component: each area mounts a shell of its own.
let lastPath: string | undefined
let mountedShells = 0

/** Focuses the new page, so that a screen reader starts there as it would after a full load. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // With the change of the page itself: a moment later a screen reader has noticed the focus that went
  // with the old page, picks another by itself, and says nothing of ours.
  useLayoutEffect(() => {
    const hasMoved = lastPath !== undefined && lastPath !== pathname
    lastPath = pathname
    if (!hasMoved) return
    closeMenus()
    const focused = document.activeElement
    if (focused !== main.current && main.current?.contains(focused)) return
    // It keeps the focus while one goes back, and a screen reader would not say the page.
    main.current?.blur()
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  useEffect(() => {
    mountedShells += 1
    return () => {
      mountedShells -= 1
      // A return from a page without a shell, such as a quiz, counts as navigation, too; a page that
      // takes the place of its own placeholder does not.
      queueMicrotask(() => {
        if (mountedShells === 0) lastPath = ''
      })
    }
  }, [])
  return main
}

/** Shown while the app's first screen loads: an empty navbar, and a text after 200 ms. */
export function LoadingPage() {
  return (
    <div className={css.page}>
      <div className={css.bar}>
        <Logo />
      </div>
      <Status className={css.words}>Loading…</Status>
    </div>
  )
}
