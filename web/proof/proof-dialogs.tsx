import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Session } from '../session.tsx'
import { onProofWanted, type ProofWanted } from './ask-for-proof.ts'

const LoginAgain = lazy(async () => ({ default: (await import('./login-again.tsx')).LoginAgain }))
const Reauthenticate = lazy(async () => ({
  default: (await import('./reauthenticate.tsx')).Reauthenticate,
}))

type Waiting = { readonly wanted: ProofWanted; readonly settle: (isProved: boolean) => void }

/** Asks over the page, once for all calls that wait, and lets them go on by themselves. */
export function ProofDialogs({ session }: { session: Session }) {
  const waiting = useRef<Waiting[]>([])
  const [wanted, setWanted] = useState<ProofWanted | null>(null)

  useEffect(
    () =>
      onProofWanted(
        (next) =>
          new Promise((settle) => {
            waiting.current.push({ wanted: next, settle })
            setWanted(toAsk(waiting.current))
          }),
      ),
    [],
  )

  const settle = (isProved: boolean, of: readonly ProofWanted[]) => {
    const settled = waiting.current.filter((one) => of.includes(one.wanted))
    waiting.current = waiting.current.filter((one) => !of.includes(one.wanted))
    setWanted(toAsk(waiting.current))
    for (const one of settled) one.settle(isProved)
  }
  return (
    <Suspense>
      {wanted === 'log-in' && (
        <LoginAgain
          session={session}
          // A login is a proof, too.
          onDone={() => settle(true, ['log-in', 'reauthenticate'])}
          onLeave={() => settle(false, ['log-in', 'reauthenticate'])}
        />
      )}
      {wanted === 'reauthenticate' && (
        <Reauthenticate
          email={session.email}
          onDone={() => settle(true, ['reauthenticate'])}
          onClose={() => settle(false, ['reauthenticate'])}
        />
      )}
    </Suspense>
  )
}

/** Without a session nothing else can be asked. */
function toAsk(waiting: readonly Waiting[]): ProofWanted | null {
  if (waiting.some(({ wanted }) => wanted === 'log-in')) return 'log-in'
  return waiting.length > 0 ? 'reauthenticate' : null
}
