import { useEffect, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { changePassword } from '#contract/accounts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { createLoginHints } from '../account/login/login-hints.tsx'
import { CookiesBlockedError } from '../client/browser-cookies.ts'
import { readSession, type Session } from '../client/browser-session.ts'
import { confirmLogin } from '../client/confirm-login.ts'
import { readFirstPassword } from '../client/first-password.ts'
import { AuthLayout, AuthPlaceholder } from '../layout/auth-layout.tsx'
import { createTitleMeta } from '../layout/page-title.ts'
import { formFor } from '../ui/form/form-for.tsx'
import type { FieldValues } from '../ui/form/form-state.ts'
import { Notice } from '../ui/notice.tsx'
import css from './change-password-screen.module.css'

const frame = { title: 'Change password' } as const

export const meta = createTitleMeta(
  frame.title,
  'Choose a new password, with your email address and the password that you have.',
)

/** Open to students, staff, and anyone who knows an old password. */
export function clientLoader(): Promise<Session | null> {
  return readSession().catch(() => null)
}

export function HydrateFallback() {
  return <AuthPlaceholder {...frame} />
}

const { Form, Field, Password } = formFor(changePassword)
const redirectAfterMs = 2000
const homes = {
  student: { path: pagePaths.studentPanel, message: 'Taking you to your panel…' },
  admin: { path: pagePaths.adminHome, message: 'Taking you to the admin home…' },
  registration: {
    path: pagePaths.completeRegistration,
    message: 'Next: the rest of your registration…',
  },
} as const

export default function ChangePasswordScreen() {
  const session = useLoaderData<typeof clientLoader>()
  const [isFirst] = useState(session?.firstTimeSignin ?? false)
  const [initial] = useState(() => getInitialValues(session))
  const [changed, setChanged] = useState<keyof typeof homes | null>(null)
  const [cookieError, setCookieError] = useState<CookiesBlockedError | null>(null)
  const home = changed && homes[changed]
  useDelayedRedirect(home?.path)

  const handleDone = async ({ role }: { role: Session['role'] }) => {
    try {
      const renewed = await confirmLogin()
      setChanged(renewed.mustCompleteRegistration ? 'registration' : role)
    } catch (error) {
      if (error instanceof CookiesBlockedError) setCookieError(error)
      else setChanged(role)
    }
  }
  return (
    <AuthLayout {...frame}>
      {isFirst && (
        <div className={css.first}>
          <Notice isOutcome>
            You logged in with a one-time password. Please choose your own password.
          </Notice>
        </div>
      )}
      <Form
        submit="Change password"
        submitSize="hero"
        submitWide
        fallbackMessage="An error occurred. Please try again."
        blockedReason={home?.message ?? (cookieError ? 'Your new password is set.' : undefined)}
        initial={initial}
        hints={createLoginHints(pagePaths.studentForgotPassword)}
        onDone={handleDone}
      >
        <Field name="email" label="Email" type="email" inputMode="email" autoComplete="username" />
        <Password
          name="password"
          label={isFirst ? 'One-time password' : 'Old password'}
          autoComplete="current-password"
        />
        <Password
          name="newPassword"
          label="New password"
          hint="8 characters or more. A short sentence works well."
          autoComplete="new-password"
        />
        {(home || cookieError) && (
          <Notice tone="ok">
            <b className={css.changed}>Password updated successfully.</b>
          </Notice>
        )}
        {cookieError && <Notice tone="danger">{cookieError.message}</Notice>}
      </Form>
    </AuthLayout>
  )
}

function getInitialValues(session: Session | null): FieldValues | undefined {
  if (!session) return undefined
  const password = readFirstPassword(session)
  return { email: session.email, ...(password !== undefined && { password }) }
}

function useDelayedRedirect(home: string | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!home) return
    const timer = setTimeout(() => navigate(home, { replace: true }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [home, navigate])
}
