import { useState } from 'react'
import { adminLogin } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { SecondFactorMethod } from '#contract/second-factor.ts'
import { canKeepCookies, createCookiesBlockedError } from '../../client/confirm-login.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { request } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import { Notice } from '../../ui/notice.tsx'
import { createLoginHints } from './login-hints.tsx'
import { LoginQueue, repeatWhileBusy } from './login-queue.tsx'
import css from './second-factor-step.module.css'

const secondFactorStep = createLazyModule(() => import('./second-factor-step.tsx'))
const { Form, Field, Password } = formFor(adminLogin)

type StaffLoginProps = {
  readonly email?: string
  /** With the password, unless a second step came after it. */
  readonly onDone: (password?: string) => unknown
  readonly onStepChange?: (isSecondStep: boolean) => void
}

/** Asks for the password, then for the second factor if the account has one. */
export function StaffLogin({ email, onDone, onStepChange }: StaffLoginProps) {
  const [ticket] = useState(createIdempotencyKey)
  const [typedEmail, setTypedEmail] = useState(email)
  const [methods, setMethods] = useState<readonly SecondFactorMethod[] | null>(null)
  const [restartReason, setRestartReason] = useState('')
  const goTo = (next: readonly SecondFactorMethod[] | null, reason = '') => {
    setMethods(next)
    setRestartReason(reason)
    onStepChange?.(next !== null)
  }
  if (methods) {
    return (
      <>
        <LazyPart
          part={secondFactorStep}
          failed={
            <Notice tone="danger" onRetry={secondFactorStep.preload}>
              The next step does not load. We keep trying.
            </Notice>
          }
        >
          {({ SecondFactorStep }) => (
            <SecondFactorStep
              methods={methods}
              onDone={() => onDone()}
              onRestart={(reason) => goTo(null, reason)}
            />
          )}
        </LazyPart>
        <div className={css.methods}>
          <Button tone="quiet" size="row" onClick={() => goTo(null)}>
            Back to the password
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      {restartReason && <Notice tone="warn">{restartReason}</Notice>}
      <Form
        submit="Login"
        submitSize="hero"
        submitWide
        fallbackMessage="Something went wrong. Please try again."
        hints={createLoginHints(pagePaths.adminForgotPassword)}
        initial={typedEmail ? { email: typedEmail } : undefined}
        toBody={({ email = '', password = '' }) => ({ email, password, ticket })}
        send={(body) =>
          repeatWhileBusy(() => request(adminLogin, { body: body as BodyOf<typeof adminLogin> }))
        }
        whileBusy={<LoginQueue ticket={ticket} />}
        onDone={(reply, values) => {
          if (!('secondFactor' in reply)) return onDone(values.password)
          // The second step would only be refused: its login lies in a cookie.
          if (!canKeepCookies()) throw createCookiesBlockedError()
          setTypedEmail(values.email)
          goTo(reply.secondFactor)
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
