import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { ReauthenticationDialogs } from '../account/reauthentication/reauthentication-dialogs.tsx'
import { registerAccountCleanup } from '../client/account-data.ts'
import { RefusalError } from '../client/request.ts'
import { getRetryDelayMs, shouldRetry } from '../client/retry-policy.ts'
import { forgetSession, renewSession, useSession } from '../client/session.ts'
import { useKeepSession } from '../client/use-keep-session.ts'
import { ToastHost } from '../ui/toast.tsx'

/** Providers that student and admin screens need and the public site does not load. */
export default function Providers() {
  const [client] = useState(createQueryClient)
  const session = useSession()
  const isStaff = session?.role === 'admin'
  useRevalidateOnSessionChange()
  useKeepSession(isStaff)
  useEffect(() => registerAccountCleanup(() => client.clear()), [client])
  return (
    <QueryClientProvider client={client}>
      <Outlet />
      {isStaff && <ReauthenticationDialogs session={session} />}
      <ToastHost />
    </QueryClientProvider>
  )
}

function createQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({ onError: handleRequestError }),
    mutationCache: new MutationCache({ onError: handleRequestError }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) =>
          error instanceof RefusalError ? shouldRetry(failures, error) : failures < 2,
        retryDelay: getRetryDelayMs,
      },
      // Offline a query fails at once with a message, instead of waiting silently.
      mutations: { networkMode: 'always' },
    },
  })
}

function handleRequestError(error: unknown) {
  if (!(error instanceof RefusalError)) return
  if (error.code === 'not-signed-in') forgetSession()
  if (sessionChangeCodes.has(error.code)) {
    renewSession().catch(() => undefined)
  }
}

const sessionChangeCodes = new Set<string>([
  'password-change-required',
  'second-factor-required',
  'wrong-role',
])

/** When the session ends or changes while a screen is open, its guard runs again. */
function useRevalidateOnSessionChange() {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const previousSession = useRef(session)
  useEffect(() => {
    if (previousSession.current && previousSession.current !== session) revalidate()
    previousSession.current = session
  }, [session, revalidate])
}
