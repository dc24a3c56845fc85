import type { Session } from '../../client/browser-session.ts'
import { confirmLogin } from '../../client/confirm-login.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StaffLogin } from '../login/staff-login.tsx'
import css from './reauthentication-dialogs.module.css'

type LoginAgainDialogProps = {
  readonly session: Session
  readonly onDone: () => void
  readonly onLeave: () => void
}

/** Lets the same user log in again without losing the page below. */
export function LoginAgainDialog({ session, onDone, onLeave }: LoginAgainDialogProps) {
  const handleDone = async () => {
    await confirmLogin()
    onDone()
  }
  return (
    <Dialog
      opened
      onClose={() => undefined}
      title="Log in again"
      width={440}
      zIndex={400}
      compact
      hidesPage
      footer={
        <Button tone="quiet" onClick={onLeave}>
          Leave this page
        </Button>
      }
    >
      <p className={css.text}>
        Your session has ended, as it does after 30 minutes without use. What you typed is still
        here: log in and go on.
      </p>
      <StaffLogin email={session.email} onDone={handleDone} />
    </Dialog>
  )
}
