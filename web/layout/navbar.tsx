import { IconMenu2, IconMoon, IconSun, IconX } from '@tabler/icons-react'
import { Link, NavLink } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { getHomePath, type Session, useSession } from '../client/browser-session.ts'
import { toggleColorScheme } from '../client/color-scheme.ts'
import { createLazyModule, useModule } from '../client/lazy-module.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Logo } from './logo.tsx'
import css from './navbar.module.css'

const siteLinks = [
  { to: pagePaths.home, name: 'Home' },
  { to: pagePaths.about, name: 'About' },
  { to: pagePaths.blog, name: 'Blog' },
  { to: pagePaths.contact, name: 'Contact Us' },
].map(({ to, name }) => (
  <NavLink key={to} to={to} end={to === pagePaths.home}>
    {name}
  </NavLink>
))

export function Navbar({ fluid }: { fluid?: boolean }) {
  const session = useSession()
  return (
    <header className={css.bar}>
      <div className={css.row} data-fluid={fluid || undefined}>
        <Link
          to={getHomePath(session)}
          className={css.logo}
          aria-label={`${site.product}, start page`}
        >
          <Logo />
        </Link>
        <nav className={css.places} aria-label="Site">
          {siteLinks}
        </nav>
        <ThemeButton />
        <AccountButtons session={session} />
        <button type="button" className={css.menuButton} popoverTarget="menu" aria-label="Menu">
          <IconMenu2 size={24} stroke={1.75} aria-hidden="true" />
        </button>
        <div id="menu" popover="auto" className={css.menu}>
          <button
            type="button"
            className={`${css.button} ${css.close}`}
            popoverTarget="menu"
            aria-label="Close"
          >
            <IconX size={24} stroke={1.75} aria-hidden="true" />
          </button>
          <nav aria-label="Menu">
            {siteLinks}
            <AccountLinks session={session} />
          </nav>
        </div>
      </div>
    </header>
  )
}

/** Loaded only for logged-in users, which keeps the public pages light. */
const accountMenu = createLazyModule(() => import('./account-menu.tsx'))

function AccountButtons({ session }: { session: Session | null }) {
  const { module } = useModule(accountMenu, session !== null)
  if (session) return module && <module.AccountMenu session={session} />
  return (
    <ButtonLink to={pagePaths.studentLogin} size="row">
      Login
    </ButtonLink>
  )
}

function AccountLinks({ session }: { session: Session | null }) {
  const { module } = useModule(accountMenu, session !== null)
  if (session) return module && <module.AccountMenuLinks session={session} />
  return <Link to={pagePaths.studentLogin}>Login</Link>
}

/** CSS chooses which icon to show: the prerendered page cannot know the reader's theme. */
function ThemeButton() {
  return (
    <button type="button" className={css.button} onClick={toggleColorScheme}>
      <span className={css.whileLight}>
        <IconMoon size={20} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">Switch to dark theme</span>
      </span>
      <span className={css.whileDark}>
        <IconSun size={20} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">Switch to light theme</span>
      </span>
    </button>
  )
}
