import { IconDevices, IconKey, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Session } from '../client/browser-session.ts'
import { hasStored } from '../client/browser-storage.ts'
import { createLazyModule, LazyPart } from '../client/lazy-module.ts'
import { logOut } from '../client/log-out.ts'
import { Avatar, getInitials } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import css from './account-menu.module.css'
import { closeMenus } from './close-menus.ts'
import type { LogoutDialogProps } from './logout-dialog.tsx'

const logoutDialog = createLazyModule(() => import('./logout-dialog.tsx'))

/** The avatar with its menu; wide screens also show a Logout button. */
export function AccountMenu({ session }: { session: Session }) {
  const logout = useLogout(session)
  return (
    <>
      <button
        type="button"
        className={css.avatar}
        popoverTarget="account"
        aria-label={`${getInitials(session.name)}, account of ${session.name}`}
      >
        <Avatar name={session.name} />
      </button>
      <div id="account" popover="auto" className={css.menu}>
        <p>{session.name}</p>
        <AccountMenuLinks session={session} />
      </div>
      <span className={css.wideOnly}>
        <Button size="row" busy={logout.isBusy} onClick={logout.begin}>
          Logout
        </Button>
      </span>
      {logout.dialog}
    </>
  )
}

/** The account's links, in the avatar's menu and in the phone menu. */
export function AccountMenuLinks({ session }: { session: Session }) {
  const logout = useLogout(session)
  return (
    <>
      <Link to={pagePaths.changePassword}>
        <IconKey size={18} stroke={1.75} aria-hidden="true" />
        Change password
      </Link>
      {session.role === 'admin' && (
        <Link to={pagePaths.secondFactor}>
          <IconShieldLock size={18} stroke={1.75} aria-hidden="true" />
          Second factor
        </Link>
      )}
      <Link to={session.role === 'admin' ? pagePaths.adminSessions : pagePaths.studentSessions}>
        <IconDevices size={18} stroke={1.75} aria-hidden="true" />
        Where you are logged in
      </Link>
      <button type="button" aria-busy={logout.isBusy || undefined} onClick={logout.begin}>
        <IconLogout size={18} stroke={1.75} aria-hidden="true" />
        {logout.isBusy ? 'Logging out…' : 'Logout'}
      </button>
      {logout.dialog}
    </>
  )
}

/** Asks for a confirmation first if logging out would discard a draft. */
function useLogout(session: Session) {
  const [state, setState] = useState<'idle' | 'asking' | 'busy'>('idle')
  const leaveAccount = async () => {
    setState('busy')
    await logOut(session)
  }
  return {
    isBusy: state === 'busy',
    begin: () => {
      if (state === 'busy') return
      closeMenus()
      if (hasStored('test-draft')) setState('asking')
      else leaveAccount()
    },
    dialog: state === 'asking' && (
      <LazyPart
        part={logoutDialog}
        failed={<BrowserDialog onConfirm={leaveAccount} onClose={() => setState('idle')} />}
      >
        {({ LogoutDialog }) => (
          <LogoutDialog onConfirm={leaveAccount} onClose={() => setState('idle')} />
        )}
      </LazyPart>
    ),
  }
}

/** Asks without our dialog, whose code did not load: logging out must not depend on it. */
function BrowserDialog({ onConfirm, onClose }: LogoutDialogProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once
  useEffect(() => {
    if (window.confirm('Log out and discard your draft?')) onConfirm()
    else onClose()
  }, [])
  return null
}
