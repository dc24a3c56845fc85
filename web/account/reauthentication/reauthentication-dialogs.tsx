import { useEffect, useRef, useState } from 'react'
import type { Session } from '../../client/browser-session.ts'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import {
  type ReauthenticationKind,
  registerReauthenticationPrompt,
} from '../../client/reauthentication.ts'
import { showToast } from '../../ui/toast.tsx'

const loginAgainDialog = createLazyModule(() => import('./login-again-dialog.tsx'))
const reauthenticateDialog = createLazyModule(() => import('./reauthenticate-dialog.tsx'))

type PendingRequest = {
  readonly kind: ReauthenticationKind
  readonly resolve: (isConfirmed: boolean) => void
}

/** One dialog answers for all waiting calls, which are then sent again. */
export function ReauthenticationDialogs({ session }: { session: Session }) {
  const pending = useRef<PendingRequest[]>([])
  const [kind, setKind] = useState<ReauthenticationKind | null>(null)

  useEffect(
    () =>
      registerReauthenticationPrompt(
        (requestedKind) =>
          new Promise((resolve) => {
            pending.current.push({ kind: requestedKind, resolve })
            setKind(getNextKind(pending.current))
          }),
      ),
    [],
  )

  const resolve = (isConfirmed: boolean, kinds: readonly ReauthenticationKind[]) => {
    const matching = pending.current.filter((request) => kinds.includes(request.kind))
    pending.current = pending.current.filter((request) => !kinds.includes(request.kind))
    setKind(getNextKind(pending.current))
    for (const request of matching) request.resolve(isConfirmed)
  }
  return (
    <>
      {kind === 'log-in' && (
        <LazyPart part={loginAgainDialog} failed={<FailureToast />}>
          {({ LoginAgainDialog }) => (
            <LoginAgainDialog
              session={session}
              // A fresh login counts as re-authentication.
              onDone={() => resolve(true, ['log-in', 'reauthenticate'])}
              onLeave={() => resolve(false, ['log-in', 'reauthenticate'])}
            />
          )}
        </LazyPart>
      )}
      {kind === 'reauthenticate' && (
        <LazyPart part={reauthenticateDialog} failed={<FailureToast />}>
          {({ ReauthenticateDialog }) => (
            <ReauthenticateDialog
              email={session.email}
              onDone={() => resolve(true, ['reauthenticate'])}
              onClose={() => resolve(false, ['reauthenticate'])}
            />
          )}
        </LazyPart>
      )}
    </>
  )
}

/** Once for each failure; what waits for the dialog goes on waiting. */
function FailureToast() {
  useEffect(() => {
    showToast('You have to log in again, but the form does not load. We keep trying.', 'bad')
  }, [])
  return null
}

/** Logging in comes first: re-authentication needs a session. */
function getNextKind(pending: readonly PendingRequest[]): ReauthenticationKind | null {
  if (pending.some(({ kind }) => kind === 'log-in')) return 'log-in'
  return pending.length > 0 ? 'reauthenticate' : null
}
