import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import {
  type ReauthenticationKind,
  registerReauthenticationPrompt,
} from '../../client/reauthentication.ts'
import type { Session } from '../../client/session.ts'

const LoginAgainDialog = lazy(async () => ({
  default: (await import('./login-again-dialog.tsx')).LoginAgainDialog,
}))
const ReauthenticateDialog = lazy(async () => ({
  default: (await import('./reauthenticate-dialog.tsx')).ReauthenticateDialog,
}))

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
    <Suspense>
      {kind === 'log-in' && (
        <LoginAgainDialog
          session={session}
          // A fresh login counts as re-authentication.
          onDone={() => resolve(true, ['log-in', 'reauthenticate'])}
          onLeave={() => resolve(false, ['log-in', 'reauthenticate'])}
        />
      )}
      {kind === 'reauthenticate' && (
        <ReauthenticateDialog
          email={session.email}
          onDone={() => resolve(true, ['reauthenticate'])}
          onClose={() => resolve(false, ['reauthenticate'])}
        />
      )}
    </Suspense>
  )
}

/** Logging in comes first: re-authentication needs a session. */
function getNextKind(pending: readonly PendingRequest[]): ReauthenticationKind | null {
  if (pending.some(({ kind }) => kind === 'log-in')) return 'log-in'
  return pending.length > 0 ? 'reauthenticate' : null
}
