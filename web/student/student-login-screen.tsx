import { useEffect, useState } from 'react'
import { Link, redirect, useLocation, useNavigate, useSearchParams } from 'react-router'
import { studentLogin } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { student } from '#institute/logins.ts'
import { createLoginHints } from '../account/login/login-hints.tsx'
import { LoginQueue, repeatWhileBusy } from '../account/login/login-queue.tsx'
import { readSession } from '../client/browser-session.ts'
import { readStored, removeStored } from '../client/browser-storage.ts'
import { confirmLogin } from '../client/confirm-login.ts'
import { keepFirstPassword } from '../client/first-password.ts'
import { createIdempotencyKey } from '../client/idempotency-key.ts'
import { getPathAfterLogin } from '../client/login-redirect.ts'
import { request } from '../client/request.ts'
import { AuthLayout, AuthPlaceholder } from '../layout/auth-layout.tsx'
import { createTitleMeta } from '../layout/page-title.ts'
import { formFor } from '../ui/form/form-for.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './student-login-screen.module.css'

const frame = {
  title: 'Student Login',
  tagline: student,
} as const

export const meta = createTitleMeta(
  frame.title,
  'Log in to take your tests and to see your results, question by question.',
)

/** Already signed in: skip the login page. */
export async function clientLoader({ request }: { request: Request }) {
  const session = await readSession().catch(() => null)
  if (session?.role !== 'student') return null
  throw redirect(getPathAfterLogin(session, new URL(request.url).searchParams))
}

export function HydrateFallback() {
  return <AuthPlaceholder {...frame} />
}

const { Form, Field, Password, Check } = formFor(studentLogin)

export default function StudentLoginScreen() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const registered = useRegistration()
  const [ticket] = useState(createIdempotencyKey)
  const handleDone = async (password: string | undefined) => {
    const session = await confirmLogin()
    keepFirstPassword(session, password)
    await navigate(getPathAfterLogin(session, search), { replace: true })
  }
  return (
    <AuthLayout {...frame}>
      {registered && <RegistrationNotice {...registered} />}
      <Form
        submit="Login"
        submitSize="hero"
        submitWide
        fallbackMessage="Something went wrong. Please try again."
        hints={createLoginHints(pagePaths.studentForgotPassword)}
        initial={registered?.email ? { email: registered.email } : undefined}
        toBody={({ ownDevice, email = '', password = '' }) => ({
          email,
          password,
          ticket,
          ...(ownDevice && { ownDevice: true }),
        })}
        send={(body) =>
          repeatWhileBusy(() =>
            request(studentLogin, { body: body as BodyOf<typeof studentLogin> }),
          )
        }
        whileBusy={<LoginQueue ticket={ticket} />}
        onDone={(_reply, { password }) => handleDone(password)}
      >
        <Field name="email" label="Email" type="email" inputMode="email" autoComplete="username" />
        <Password name="password" label="Password" autoComplete="current-password" />
        <Check name="ownDevice">
          This is my own device
          <span className={css.hint}>
            You stay logged in when the browser is closed. Leave it empty on a shared computer.
          </span>
        </Check>
      </Form>
      <p>
        <Link to={pagePaths.studentForgotPassword}>Forgot password?</Link>
      </p>
      <p>
        New here? <Link to={pagePaths.registration}>Register here</Link>
      </p>
    </AuthLayout>
  )
}

type Registered = {
  /** The address just registered; empty if it could not be kept. */
  readonly email: string
  readonly isMailSetUp: boolean
}

/** Null for everyone who did not just register. */
function useRegistration(): Registered | null {
  const state: unknown = useLocation().state
  const [email] = useState(() => readStored('registered-email') ?? '')
  useEffect(() => removeStored('registered-email'), [])
  if (typeof state !== 'object' || state === null || !('isRegistered' in state)) return null
  return { email, isMailSetUp: !('isMailSetUp' in state && state.isMailSetUp === false) }
}

export function RegistrationNotice({ email, isMailSetUp }: Registered) {
  const address = <b>{email || 'your email address'}</b>
  return (
    <div className={css.notice}>
      <Notice tone="ok">
        <p>
          Registration Successful.{' '}
          {isMailSetUp ? (
            <>We have sent a one-time password to {address}; it works for 72 hours.</>
          ) : (
            <>
              This site does not send emails yet. Ask the institute for the one-time password of{' '}
              {address}; it works for 72 hours.
            </>
          )}
        </p>
        <p className={css.noMailYet}>
          {isMailSetUp && 'Nothing there after a few minutes? Look in the spam folder. '}Log in with
          that password, then choose your own.
        </p>
      </Notice>
    </div>
  )
}
