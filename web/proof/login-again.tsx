import { Portal } from '@mantine/core'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { renewSession, type Session } from '../session.tsx'
import css from './proof-dialogs.module.css'
import { StaffLogin } from './staff-login.tsx'

type LoginAgainProps = {
  readonly session: Session
  readonly onDone: () => void
  readonly onLeave: () => void
}

/** Keeps the page below as it is; another account gets a page of its own. */
export function LoginAgain({ session, onDone, onLeave }: LoginAgainProps) {
  const handleDone = async () => {
    await renewSession()
    onDone()
  }
  return (
    <>
      <Portal>
        <div className={css.veil} />
      </Portal>
      <Dialog
        opened
        onClose={() => undefined}
        title="Log in again"
        width={440}
        zIndex={400}
        compact
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
    </>
  )
}
