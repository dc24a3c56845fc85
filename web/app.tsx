import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { onAccountLeave } from './account-traces.ts'
import { Refused } from './api.ts'
import { comesBack, comesBackAfterMs } from './come-back.ts'
import { useKeepSession } from './keep-session.ts'
import { ToastHost } from './kit/toast.tsx'
import { WithMantine } from './kit/with-mantine.tsx'
import { ProofDialogs } from './proof/proof-dialogs.tsx'
import { forgetSession, renewSession, useSession } from './session.tsx'

/** What student and admin screens need and the public site does not carry. */
export default function App() {
  const [client] = useState(makeClient)
  const session = useSession()
  const isStaff = session?.role === 'admin'
  useGuardAgain()
  useKeepSession(isStaff)
  useEffect(() => onAccountLeave(() => client.clear()), [client])
  return (
    <QueryClientProvider client={client}>
      <WithMantine>
        <Outlet />
        {isStaff && <ProofDialogs session={session} />}
        <ToastHost />
      </WithMantine>
    </QueryClientProvider>
  )
}

function makeClient() {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noticeSessionChange }),
    mutationCache: new MutationCache({ onError: noticeSessionChange }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, fault) =>
          fault instanceof Refused ? comesBack(failures, fault) : failures < 2,
        retryDelay: comesBackAfterMs,
      },
      // Offline it fails at once and says so, instead of waiting without a word.
      mutations: { networkMode: 'always' },
    },
  })
}

function noticeSessionChange(fault: unknown) {
  if (!(fault instanceof Refused)) return
  if (fault.code === 'not-signed-in') forgetSession()
  if (rightsChanged.has(fault.code)) {
    renewSession().catch(() => undefined)
  }
}

const rightsChanged = new Set<string>([
  'password-change-required',
  'second-factor-required',
  'wrong-role',
])

/** A session that ends or changes while a screen is open is judged by the screen's guard again. */
function useGuardAgain() {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const before = useRef(session)
  useEffect(() => {
    if (before.current && before.current !== session) revalidate()
    before.current = session
  }, [session, revalidate])
}
