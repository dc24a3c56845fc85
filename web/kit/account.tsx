import { IconKey, IconLogout } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { screens } from '#contract/screens.ts'
import { logOut, type Session } from '../session.tsx'
import css from './account.module.css'
import { Avatar, initials } from './avatar.tsx'
import { Button, ButtonLink } from './button.tsx'

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
      <button
        type="button"
        className={css.avatar}
        popoverTarget="account"
        aria-label={`${initials(session.name)}, account of ${session.name}`}
      >
        <Avatar name={session.name} />
      </button>
      <div id="account" popover="auto" className={css.menu}>
        <p>{session.name}</p>
        <AccountLinks session={session} />
      </div>
      <span className={css.wideOnly}>
        <Button size="row" onClick={leave}>
          Logout
        </Button>
      </span>
    </>
  )
}

/** Lines of the avatar's menu and of the phone's. */
export function AccountLinks({ session }: { session: Session | null }) {
  const leave = useLogout()
  if (!session) return <Link to={screens.studentLogin}>Login</Link>
  return (
    <>
      <Link to={screens.changePassword}>
        <IconKey size={18} stroke={1.75} aria-hidden="true" />
        Change password
      </Link>
      <button type="button" onClick={leave}>
        <IconLogout size={18} stroke={1.75} aria-hidden="true" />
        Logout
      </button>
    </>
  )
}

function useLogout() {
  const navigate = useNavigate()
  return async () => {
    await logOut()
    await navigate(screens.home)
  }
}
