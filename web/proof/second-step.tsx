import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import {
  createLoginPasskeyChallenge,
  logInWithSecondFactor,
  type SecondFactorMethod,
} from '#contract/second-factor.ts'
import { ask, Refused } from '../api.ts'
import { Button } from '../kit/button.tsx'
import { CodeInput } from '../kit/code-input.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { Notice } from '../kit/notice.tsx'
import css from './second-step.module.css'
import { describePasskeyFault, signWithPasskey } from './use-passkey.ts'

type Entered = ReplyOf<typeof logInWithSecondFactor>

type SecondStepProps = {
  readonly methods: readonly SecondFactorMethod[]
  readonly onDone: (entered: Entered) => unknown
  /** The password has to be typed again, and why. */
  readonly onAgain: (why: string) => void
}

const ways: Readonly<Record<SecondFactorMethod, string>> = {
  totp: 'Use the app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
}

/** The second step of a login, on its page and in the dialog over a page. */
export function SecondStep({ methods, onDone, onAgain }: SecondStepProps) {
  const [method, setMethod] = useState(methods[0] ?? 'recovery')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')

  const send = async (prove: () => Promise<BodyOf<typeof logInWithSecondFactor>>) => {
    if (isBusy) return
    setBusy(true)
    setFault('')
    try {
      await onDone(await ask(logInWithSecondFactor, { body: await prove() }))
    } catch (cause) {
      if (cause instanceof Refused && cause.code === 'log-in-again') return onAgain(cause.message)
      setFault(describePasskeyFault(cause) ?? (cause instanceof Error ? cause.message : ''))
    } finally {
      setBusy(false)
    }
  }
  const given = { isBusy, fault, send }
  return (
    <div className={css.step}>
      {method === 'totp' && <CodeStep {...given} />}
      {method === 'recovery' && <RecoveryStep {...given} />}
      {method === 'passkey' && (
        <>
          <p>Use the finger, face or PIN of the device that holds your passkey.</p>
          {fault && <Notice tone="danger">{fault}</Notice>}
          <Button
            tone="primary"
            size="hero"
            wide
            busy={isBusy}
            icon={<IconFingerprint aria-hidden="true" />}
            onClick={() =>
              send(async () => ({
                passkey: await signWithPasskey(await ask(createLoginPasskeyChallenge)),
              }))
            }
          >
            Use a passkey
          </Button>
        </>
      )}
      <div className={css.ways}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              tone="quiet"
              size="row"
              onClick={() => {
                setFault('')
                setMethod(other)
              }}
            >
              {ways[other]}
            </Button>
          ))}
      </div>
    </div>
  )
}

type StepProps = {
  readonly isBusy: boolean
  readonly fault: string
  readonly send: (prove: () => Promise<BodyOf<typeof logInWithSecondFactor>>) => Promise<void>
}

function CodeStep({ isBusy, fault, send }: StepProps) {
  const [code, setCode] = useState('')
  const hintId = useId()
  const sendCode = (digits: string) => send(async () => ({ code: digits }))
  return (
    <StepForm {...{ isBusy, fault }} isReady={code.length === 6} onSubmit={() => sendCode(code)}>
      <p>Type the six digits that your authenticator app shows.</p>
      <CodeInput
        label="Six digits of your authenticator app"
        value={code}
        onChange={setCode}
        onComplete={sendCode}
        faulty={fault !== ''}
        describedBy={hintId}
        autoFocus
      />
      <p id={hintId} className={css.hint}>
        They change every 30 s. If they are refused, check the clock of your phone.
      </p>
    </StepForm>
  )
}

function RecoveryStep({ isBusy, fault, send }: StepProps) {
  const [code, setCode] = useState('')
  const isReady = code.trim() !== ''
  return (
    <StepForm
      {...{ isBusy, fault, isReady }}
      onSubmit={() => send(async () => ({ recoveryCode: code }))}
    >
      <TextField
        id="recovery-code"
        label="Recovery code"
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

type StepFormProps = Pick<StepProps, 'isBusy' | 'fault'> & {
  readonly isReady: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

function StepForm({ isBusy, fault, isReady, onSubmit, children }: StepFormProps) {
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onSubmit()
  }
  return (
    <form noValidate onSubmit={handleSubmit}>
      {children}
      {fault && <Notice tone="danger">{fault}</Notice>}
      <Button type="submit" tone="primary" size="hero" wide busy={isBusy} disabled={!isReady}>
        Login
      </Button>
    </form>
  )
}
