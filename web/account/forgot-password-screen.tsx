import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { forgotPassword } from '#contract/accounts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { forgotten } from '#institute/logins.ts'
import { AuthLayout, AuthPlaceholder } from '../layout/auth-layout.tsx'
import { createTitleMeta } from '../layout/page-title.ts'
import { formFor } from '../ui/form/form-for.tsx'
import { Notice } from '../ui/notice.tsx'

const frame = { title: 'Forgot password', tagline: forgotten } as const

export const meta = createTitleMeta(
  frame.title,
  'Enter your email address and we send you a one-time password.',
)

/** There is nothing to load, but a form that was built with the page would be sent without a script. */
export const clientLoader = () => null

export function HydrateFallback() {
  return <AuthPlaceholder {...frame} />
}

const { Form, Field } = formFor(forgotPassword)

/** For students and staff alike; the reply never says whether an account exists. */
export default function ForgotPasswordScreen() {
  const [confirmation, setConfirmation] = useState<ReplyOf<typeof forgotPassword> | null>(null)
  const isAdmin = useLocation().pathname.startsWith('/admin/')
  return (
    <AuthLayout {...frame}>
      {confirmation === null ? (
        <>
          <p>
            Enter your email address and we send you a one-time password. Your own password works
            until you use it.
          </p>
          <Form
            submit="Send one-time password"
            submitSize="hero"
            submitWide
            fallbackMessage="Something went wrong. Please try again."
            onDone={setConfirmation}
          >
            <Field
              name="email"
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="username"
            />
          </Form>
        </>
      ) : (
        <Notice tone={confirmation.isMailSetUp ? 'ok' : 'info'} isOutcome>
          {confirmation.message} It works for 72 hours.
          {confirmation.isMailSetUp && ' If it does not arrive, look in the spam folder.'}
        </Notice>
      )}
      <p>
        <Link to={isAdmin ? pagePaths.adminLogin : pagePaths.studentLogin}>Back to login</Link>
      </p>
    </AuthLayout>
  )
}
