import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  createReauthenticationPasskeyChallenge,
  getReauthentication,
  type ReauthenticationMethod,
  reauthenticate,
} from '#contract/second-factor.ts'
import { request } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import {
  type FailedCall,
  FailedCallNotice,
  toFailedCall,
  useIsWaiting,
} from '../../ui/form/failed-call.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { describePasskeyError, signWithPasskey } from '../passkey.ts'
import css from './reauthentication-dialogs.module.css'

type ReauthenticateDialogProps = {
  readonly email: string
  readonly onDone: () => void
  readonly onClose: () => void
}

const methodLabels: Readonly<Record<ReauthenticationMethod, string>> = {
  password: 'Use the password',
  totp: 'Use the app',
  passkey: 'Use a passkey',
}

/** A wrong password or code shows an error and keeps the input and the session. */
export function ReauthenticateDialog({ email, onDone, onClose }: ReauthenticateDialogProps) {
  const methods = useReauthenticationMethods()
  const [method, setMethod] = useState<ReauthenticationMethod>('password')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<FailedCall | null>(null)
  const isWaiting = useIsWaiting(failure)
  const [isBusy, setBusy] = useState(false)

  const send = async (createProof: () => Promise<BodyOf<typeof reauthenticate>>) => {
    if (isBusy || isWaiting) return
    setBusy(true)
    setFailure(null)
    try {
      await request(reauthenticate, { body: await createProof() })
      onDone()
    } catch (cause) {
      setFailure(toFailedCall(cause, describePasskeyError(cause) ?? undefined))
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
        passkey: await signWithPasskey(await request(createReauthenticationPasskeyChallenge)),
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
            aria-disabled={isWaiting || undefined}
            disabled={!isReady}
            icon={method === 'passkey' ? <IconFingerprint aria-hidden="true" /> : undefined}
          >
            {method === 'passkey' ? 'Use a passkey' : 'Go on'}
          </Button>
        </>
      }
    >
      <form id="reauthenticate" noValidate onSubmit={handleSubmit}>
        <p className={css.text}>
          We ask again before a step like this. Then we do not ask for 15 minutes.
        </p>
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
            invalid={failure !== null}
            autoFocus
          />
        )}
        <FailedCallNotice failure={failure} />
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
      </form>
    </Dialog>
  )
}

/** Offers the password at once, and the other methods when the server has listed them. */
function useReauthenticationMethods(): readonly ReauthenticationMethod[] {
  const [methods, setMethods] = useState<readonly ReauthenticationMethod[]>(['password'])
  useEffect(() => {
    request(getReauthentication).then(
      (reply) => setMethods(reply.methods),
      () => undefined,
    )
  }, [])
  return methods
}
