import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { screens } from '#contract/screens.ts'
import { logOut, type Session } from '../session.tsx'
import { Avatar } from './avatar.tsx'
import { Button, ButtonLink } from './button.tsx'
import css from './navbar.module.css'

const AccountMenu = lazy(() => import('./account-menu.tsx'))

export function AccountButtons({ session }: { session: Session | null }) {
  const leave = useLogout()
  if (!session) {
    return (
      <ButtonLink to={screens.studentLogin} size="row">
        Login
      </ButtonLink>
    )
  }
  return (
    <>
      <Suspense fallback={<Avatar name={session.name} />}>
        <AccountMenu name={session.name} onLogout={leave} />
      </Suspense>
      <span className={css.wideOnly}>
        <Button size="row" onClick={leave}>
          Logout
        </Button>
      </span>
    </>
  )
}

/** The same choices as lines of the phone's menu. */
export function AccountLinks({ session }: { session: Session | null }) {
  const leave = useLogout()
  if (!session) return <Link to={screens.studentLogin}>Login</Link>
  return (
    <>
      <Link to={screens.changePassword}>Change password</Link>
      <button type="button" onClick={leave}>
        Logout
      </button>
    </>
  )
}

function useLogout() {
  const navigate = useNavigate()
  return async () => {
    await navigate(screens.home)
    await logOut()
  }
}
