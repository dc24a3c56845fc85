import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  createReauthenticationPasskeyChallenge,
  getReauthentication,
  type ReauthenticationMethod,
  reauthenticate,
} from '#contract/second-factor.ts'
import { ask } from '../api.ts'
import { Button } from '../kit/button.tsx'
import { CodeInput } from '../kit/code-input.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { PasswordField } from '../kit/form/password-field.tsx'
import { Notice } from '../kit/notice.tsx'
import css from './proof-dialogs.module.css'
import { describePasskeyFault, signWithPasskey } from './use-passkey.ts'

type ReauthenticateProps = {
  readonly email: string
  readonly onDone: () => void
  readonly onClose: () => void
}

const ways: Readonly<Record<ReauthenticationMethod, string>> = {
  password: 'Use the password',
  totp: 'Use the app',
  passkey: 'Use a passkey',
}

/** A wrong answer is told here and keeps what was typed; nobody is logged out by it. */
export function Reauthenticate({ email, onDone, onClose }: ReauthenticateProps) {
  const methods = useMethods()
  const [method, setMethod] = useState<ReauthenticationMethod>('password')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)

  const send = async (prove: () => Promise<BodyOf<typeof reauthenticate>>) => {
    if (isBusy) return
    setBusy(true)
    setFault('')
    try {
      await ask(reauthenticate, { body: await prove() })
      onDone()
    } catch (cause) {
      setFault(describePasskeyFault(cause) ?? (cause instanceof Error ? cause.message : ''))
    } finally {
      setBusy(false)
    }
  }
  const sendCode = (digits: string) => send(async () => ({ code: digits }))
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (method === 'totp' && code.length === 6) sendCode(code)
    if (method === 'password' && password) send(async () => ({ password }))
    if (method === 'passkey') {
      send(async () => ({
        passkey: await signWithPasskey(await ask(createReauthenticationPasskeyChallenge)),
      }))
    }
  }
  const isReady = method === 'totp' ? code.length === 6 : method === 'passkey' || password !== ''
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Show that it is you"
      width={440}
      zIndex={350}
      compact
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="reauthenticate"
            tone="primary"
            busy={isBusy}
            disabled={!isReady}
            icon={method === 'passkey' ? <IconFingerprint aria-hidden="true" /> : undefined}
          >
            {method === 'passkey' ? 'Use a passkey' : 'Go on'}
          </Button>
        </>
      }
    >
      <form id="reauthenticate" noValidate onSubmit={handleSubmit}>
        <p className={css.text}>This is worth asking twice. It then holds for 15 minutes.</p>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {method === 'password' && (
          <PasswordField
            id="reauthenticate-password"
            label="Your password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
        {method === 'totp' && (
          <CodeInput
            label="Six digits of your authenticator app"
            value={code}
            onChange={setCode}
            onComplete={sendCode}
            faulty={fault !== ''}
            autoFocus
          />
        )}
        {fault && <Notice tone="danger">{fault}</Notice>}
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
      </form>
    </Dialog>
  )
}

/** The password always works; what else there is comes as soon as it is known. */
function useMethods(): readonly ReauthenticationMethod[] {
  const [methods, setMethods] = useState<readonly ReauthenticationMethod[]>(['password'])
  useEffect(() => {
    ask(getReauthentication).then(
      (known) => setMethods(known.methods),
      () => undefined,
    )
  }, [])
  return methods
}
