import { studentLogin } from '#contract/accounts.ts'
import type { Session } from '../../client/browser-session.ts'
import { confirmLogin } from '../../client/confirm-login.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import css from './quiz-screen.module.css'

type LogInAgainProps = { readonly session: Session; readonly onDone: () => void }

const { Form, Password } = formFor(studentLogin)

/**
 * Lets the same student log in without leaving the quiz, which is watched all the while: another
 * account would start in a page of its own.
 */
export function LogInAgain({ session: { email }, onDone }: LogInAgainProps) {
  const handleDone = async () => {
    await confirmLogin()
    onDone()
  }
  return (
    <Dialog opened onClose={() => undefined} title="Log in again" width={440} compact zIndex={300}>
      <p className={css.login}>
        The server no longer knows this login. Your answers are kept on this page. The clock keeps
        running, and the rules of the quiz hold. If your password is not taken, ask your trainer.
      </p>
      {/* A submit bubbles through React's tree: it must not reach the form of the quiz. */}
      <div onSubmit={(event) => event.stopPropagation()}>
        <Form
          submit="Login"
          submitWide
          fallbackMessage="Something went wrong. Please try again."
          toBody={({ password = '' }) => ({ email, password })}
          onDone={handleDone}
        >
          <p className={css.account}>
            Logging in as <b>{email}</b>
          </p>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <Password
            name="password"
            label="Password"
            autoComplete="current-password"
            data-autofocus
          />
        </Form>
      </div>
    </Dialog>
  )
}
