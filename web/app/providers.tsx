import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { checkToken, keepSession } from '#contract/current-session.ts'
import { sessionLimits } from '#core/accounts/session.ts'
import { ReauthenticationDialogs } from '../account/reauthentication/reauthentication-dialogs.tsx'
import { registerAccountCleanup } from '../client/account-data.ts'
import { forgetSession, renewSession, useSession } from '../client/browser-session.ts'
import { isLogoutPending } from '../client/pending-logout.ts'
import { RefusalError, request } from '../client/request.ts'
import { getRetryDelayMs, shouldRetry } from '../client/retry-policy.ts'
import { ToastHost } from '../ui/toast.tsx'

/** Providers that student and admin screens need and the public site does not load. */
export default function Providers() {
  const [client] = useState(createQueryClient)
  const session = useSession()
  const isStaff = session?.role === 'admin'
  useRevalidateOnSessionChange()
  useKeepSession(isStaff)
  useEffect(() => registerAccountCleanup(() => client.clear()), [client])
  useEffect(() => {
    // React’s own, empty, where it draws the whole page: all of it would be "clickable" by ear.
    document.body.onclick = null
  }, [])
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
  'registration-required',
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

const refreshIntervalMs = 60_000
/** A click on Logout counts as activity, too; the delay lets the logout go first. */
const minDelayMs = 1_000
const idleCheckMs = sessionLimits.admin.idleMs + 5_000
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Reports pointer and key activity at most once a minute: only this keeps a staff session alive. */
function useKeepSession(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return
    let lastSentAt = Number.NEGATIVE_INFINITY
    let isSending = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let idleTimer = setTimeout(() => checkSession(), idleCheckMs)
    const sendKeepSession = () => {
      timer = undefined
      if (isLogoutPending()) return
      lastSentAt = performance.now()
      isSending = true
      request(keepSession)
        .catch(() => undefined)
        .finally(() => {
          isSending = false
        })
      clearTimeout(idleTimer)
      idleTimer = setTimeout(checkSession, idleCheckMs)
    }
    // Checks without waiting for a click, so that an expired session does not leave its page on the
    // screen. A session that another tab keeps alive is checked again later.
    const checkSession = () => {
      const scheduleCheck = () => {
        idleTimer = setTimeout(checkSession, refreshIntervalMs)
      }
      request(checkToken).then(scheduleCheck, scheduleCheck)
    }
    const handleActivity = () => {
      if (timer || isSending) return
      timer = setTimeout(
        sendKeepSession,
        Math.max(minDelayMs, lastSentAt + refreshIntervalMs - performance.now()),
      )
    }
    for (const eventName of activityEvents)
      window.addEventListener(eventName, handleActivity, { passive: true })
    return () => {
      clearTimeout(timer)
      clearTimeout(idleTimer)
      for (const eventName of activityEvents) window.removeEventListener(eventName, handleActivity)
    }
  }, [isOn])
}
