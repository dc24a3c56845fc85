import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { adminLogin } from '#contract/accounts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { SecondFactorMethod } from '#contract/second-factor.ts'
import { Button } from '../kit/button.tsx'
import { formFor } from '../kit/form/form-for.tsx'
import { Notice } from '../kit/notice.tsx'
import css from './second-step.module.css'

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))
const { Form, Field, Password } = formFor(adminLogin)

type StaffLoginProps = {
  readonly email?: string
  readonly onDone: () => unknown
  readonly onStep?: (isSecondStep: boolean) => void
}

/** Password, and the second factor where the account has one. */
export function StaffLogin({ email, onDone, onStep }: StaffLoginProps) {
  const [typedEmail, setTypedEmail] = useState(email)
  const [methods, setMethods] = useState<readonly SecondFactorMethod[] | null>(null)
  const [why, setWhy] = useState('')
  const goTo = (next: readonly SecondFactorMethod[] | null, reason = '') => {
    setMethods(next)
    setWhy(reason)
    onStep?.(next !== null)
  }
  if (methods) {
    return (
      <Suspense>
        <SecondStep methods={methods} onDone={onDone} onAgain={(reason) => goTo(null, reason)} />
        <div className={css.ways}>
          <Button tone="quiet" size="row" onClick={() => goTo(null)}>
            Back to the password
          </Button>
        </div>
      </Suspense>
    )
  }
  return (
    <>
      {why && <Notice tone="warn">{why}</Notice>}
      <Form
        submit="Login"
        submitSize="hero"
        submitWide
        failed="Something went wrong. Please try again."
        tooMany={
          <>
            A one-time password need not wait:{' '}
            <Link to={pagePaths.adminForgotPassword}>have one sent</Link>.
          </>
        }
        initial={typedEmail ? { email: typedEmail } : undefined}
        onDone={({ secondFactor }, values) => {
          if (!secondFactor) return onDone()
          setTypedEmail(values.email)
          goTo(secondFactor)
        }}
      >
        <Field name="email" label="Email" type="email" inputMode="email" autoComplete="username" />
        <Password
          name="password"
          label="Password"
          autoComplete="current-password"
          data-autofocus={email ? true : undefined}
        />
      </Form>
    </>
  )
}
