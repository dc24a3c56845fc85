import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import {
  createLoginPasskeyChallenge,
  logInWithSecondFactor,
  type SecondFactorMethod,
} from '#contract/second-factor.ts'
import { getXsrfToken } from '../../client/browser-cookies.ts'
import { createCookiesBlockedError } from '../../client/confirm-login.ts'
import { RefusalError, request } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import {
  type FailedCall,
  FailedCallNotice,
  toFailedCall,
  useIsWaiting,
} from '../../ui/form/failed-call.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import layout from '../../ui/layout.module.css'
import { describePasskeyError, signWithPasskey } from '../passkey.ts'
import css from './second-factor-step.module.css'

type LoginReply = ReplyOf<typeof logInWithSecondFactor>

type SecondFactorStepProps = {
  readonly methods: readonly SecondFactorMethod[]
  readonly onDone: (reply: LoginReply) => unknown
  /** The login has expired and begins anew with the password. */
  readonly onRestart: (reason: string) => void
}

const fallbackMessage = 'Something went wrong. Please try again.'

const methodLabels: Readonly<Record<SecondFactorMethod, string>> = {
  totp: 'Use the app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
}

/** The second step of a login, on the login page and in the dialog after a session has expired. */
export function SecondFactorStep({ methods, onDone, onRestart }: SecondFactorStepProps) {
  const [method, setMethod] = useState(methods[0] ?? 'recovery')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailedCall | null>(null)
  const isWaiting = useIsWaiting(failure)

  const send = async (createProof: () => Promise<BodyOf<typeof logInWithSecondFactor>>) => {
    if (isBusy || isWaiting) return
    setBusy(true)
    setFailure(null)
    try {
      await onDone(await request(logInWithSecondFactor, { body: await createProof() }))
    } catch (cause) {
      if (cause instanceof RefusalError && cause.code === 'no-login-cookie')
        // With the other cookie there, another tab has finished this login.
        return onRestart((getXsrfToken() ? cause : createCookiesBlockedError()).message)
      if (cause instanceof RefusalError && cause.code === 'log-in-again')
        return onRestart(cause.message)
      setFailure(toFailedCall(cause, describePasskeyError(cause) ?? fallbackMessage))
    } finally {
      setBusy(false)
    }
  }
  const stepProps = { isBusy, isWaiting, failure, send }
  return (
    <div className={css.step}>
      {method === 'totp' && <CodeStep {...stepProps} />}
      {method === 'recovery' && <RecoveryStep {...stepProps} />}
      {method === 'passkey' && (
        <>
          <p>Use the finger, face or PIN of the device that holds your passkey.</p>
          <FailedCallNotice failure={failure} />
          <Button
            tone="primary"
            size="hero"
            wide
            busy={isBusy}
            aria-disabled={isWaiting || undefined}
            icon={<IconFingerprint aria-hidden="true" />}
            onClick={() =>
              send(async () => ({
                passkey: await signWithPasskey(await request(createLoginPasskeyChallenge)),
              }))
            }
          >
            Use a passkey
          </Button>
        </>
      )}
      <div className={css.methods}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              tone="quiet"
              size="row"
              onClick={() => {
                setFailure(null)
                setMethod(other)
              }}
            >
              {methodLabels[other]}
            </Button>
          ))}
      </div>
    </div>
  )
}

type StepProps = {
  readonly isBusy: boolean
  readonly isWaiting: boolean
  readonly failure: FailedCall | null
  readonly send: (createProof: () => Promise<BodyOf<typeof logInWithSecondFactor>>) => Promise<void>
}

function CodeStep({ send, ...shown }: StepProps) {
  const [code, setCode] = useState('')
  const hintId = useId()
  const sendCode = (digits: string) => send(async () => ({ code: digits }))
  return (
    <StepForm {...shown} isReady={code.length === 6} onSubmit={() => sendCode(code)}>
      <p>Type the six digits that your authenticator app shows.</p>
      <CodeInput
        label="Six digits of your authenticator app"
        value={code}
        onChange={setCode}
        onComplete={sendCode}
        invalid={shown.failure !== null}
        describedBy={hintId}
        autoFocus
      />
      <p id={hintId} className={layout.hint}>
        They change every 30 s. If they are refused, check the clock of your phone.
      </p>
    </StepForm>
  )
}

function RecoveryStep({ send, ...shown }: StepProps) {
  const [code, setCode] = useState('')
  const isReady = code.trim() !== ''
  return (
    <StepForm
      {...shown}
      isReady={isReady}
      onSubmit={() => send(async () => ({ recoveryCode: code }))}
    >
      <TextField
        id="recovery-code"
        label="Recovery code"
        required
        hint="One of the ten that you stored. Each works once."
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
    </StepForm>
  )
}

type StepFormProps = Omit<StepProps, 'send'> & {
  readonly isReady: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

function StepForm({ isBusy, isWaiting, failure, isReady, onSubmit, children }: StepFormProps) {
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onSubmit()
  }
  return (
    <form noValidate onSubmit={handleSubmit}>
      {children}
      <FailedCallNotice failure={failure} />
      <Button
        type="submit"
        tone="primary"
        size="hero"
        wide
        busy={isBusy}
        aria-disabled={isWaiting || undefined}
        disabled={!isReady}
      >
        Login
      </Button>
    </form>
  )
}
