import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { forgotPassword } from '#contract/accounts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { formFor } from './kit/form/form-for.tsx'
import { FrontDoor } from './kit/front-door.tsx'
import { Notice } from './kit/notice.tsx'
import { titled } from './kit/title.ts'

export const meta = titled('Forgot password')

const { Form, Field } = formFor(forgotPassword)

/** One screen for both roles: the server tells neither whether it knows the address. */
export default function ForgotPasswordScreen() {
  const [said, setSaid] = useState<string | null>(null)
  const isAdmin = useLocation().pathname.startsWith('/admin/')
  return (
    <FrontDoor title="Forgot password" promise="One letter, and you are back in.">
      {said === null ? (
        <>
          <p>
            Enter your email address and we send you a one-time password. Your own password works
            until you use it.
          </p>
          <Form
            submit="Send one-time password"
            submitSize="hero"
            submitWide
            failed="Something went wrong. Please try again."
            onDone={({ message }) => setSaid(message)}
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
        <Notice tone="ok">
          {said} It works for 72 hours. If it does not arrive, look in the spam folder.
        </Notice>
      )}
      <p>
        <Link to={isAdmin ? pagePaths.adminLogin : pagePaths.studentLogin}>Back to login</Link>
      </p>
    </FrontDoor>
  )
}
