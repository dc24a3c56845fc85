import { IconMenu2 } from '@tabler/icons-react'
import { Link, NavLink } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { getHomePath, useSession } from '../client/session.ts'
import { AccountButtons, AccountLinks } from './account-buttons.tsx'
import { Logo } from './logo.tsx'
import css from './navbar.module.css'
import { ThemeButton } from './theme-button.tsx'

const siteLinks = [
  { to: pagePaths.home, name: 'Home' },
  { to: pagePaths.about, name: 'About' },
  { to: pagePaths.blog, name: 'Blog' },
  { to: pagePaths.contact, name: 'Contact Us' },
] as const

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
          {siteLinks.map(({ to, name }) => (
            <NavLink key={to} to={to} end={to === pagePaths.home}>
              {name}
            </NavLink>
          ))}
        </nav>
        <ThemeButton />
        <AccountButtons session={session} />
        <button type="button" className={css.menuButton} popoverTarget="menu" aria-label="Menu">
          <IconMenu2 size={24} stroke={1.75} aria-hidden="true" />
        </button>
        <div id="menu" popover="auto" className={css.menu}>
          <nav aria-label="Menu">
            {siteLinks.map(({ to, name }) => (
              <NavLink key={to} to={to} end={to === pagePaths.home}>
                {name}
              </NavLink>
            ))}
            <AccountLinks session={session} />
          </nav>
        </div>
      </div>
    </header>
  )
}
