import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Session } from '../client/session.ts'
import { ButtonLink } from '../ui/button.tsx'

/** Visitors do without it: the site's first page stays light. */
const loadAccountMenu = () => import('./account-menu.tsx')
const AccountMenu = lazy(async () => ({ default: (await loadAccountMenu()).AccountMenu }))
const AccountMenuLinks = lazy(async () => ({ default: (await loadAccountMenu()).AccountMenuLinks }))

export function AccountButtons({ session }: { session: Session | null }) {
  if (session) {
    return (
      <Suspense>
        <AccountMenu session={session} />
      </Suspense>
    )
  }
  return (
    <ButtonLink to={pagePaths.studentLogin} size="row">
      Login
    </ButtonLink>
  )
}

export function AccountLinks({ session }: { session: Session | null }) {
  if (!session) return <Link to={pagePaths.studentLogin}>Login</Link>
  return (
    <Suspense>
      <AccountMenuLinks session={session} />
    </Suspense>
  )
}
