import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getServerTime } from '#contract/proctoring.ts'
import { getClockAheadMs } from '#core/quiz-session/preflight-checks.ts'
import { NetworkError, request } from '../../../client/request.ts'

export type Connection =
  | { readonly status: 'looking' }
  | { readonly status: 'reached'; readonly roundTripMs: number; readonly clockAheadMs: number }
  /** The server is there, but said no. */
  | { readonly status: 'refused'; readonly message: string }
  | { readonly status: 'unreachable' }

const timeoutMs = 30_000
const retryIntervalMs = 3_000
/** The first call may have opened the connection; a second one tells how it is from then on. */
const remeasureAboveMs = 2_000

/**
 * Asks the server for its time; where it cannot be reached, again and again.
 * @param failure of another call, which may tell that a good result no longer holds
 */
export function useConnection(
  isNeeded: boolean,
  failure: Error | null,
): { connection: Connection; retry: () => void } {
  const { data, error, refetch } = useQuery({
    queryKey: ['before a start'],
    queryFn: measure,
    enabled: isNeeded,
    retry: false,
    gcTime: 0,
    staleTime: 0,
    networkMode: 'always',
    refetchInterval: ({ state }) => (state.status === 'error' ? retryIntervalMs : false),
  })
  useOnChangeOfNet(isNeeded, refetch)
  useEffect(() => {
    if (failure instanceof NetworkError) refetch()
  }, [failure, refetch])
  return { connection: toConnection(data, error), retry: refetch }
}

/** A result that was good is none once the device has lost its net, or has found it again. */
function useOnChangeOfNet(isNeeded: boolean, measureAgain: () => void) {
  useEffect(() => {
    if (!isNeeded) return
    window.addEventListener('offline', measureAgain)
    window.addEventListener('online', measureAgain)
    return () => {
      window.removeEventListener('offline', measureAgain)
      window.removeEventListener('online', measureAgain)
    }
  }, [isNeeded, measureAgain])
}

type Measurement = { readonly roundTripMs: number; readonly clockAheadMs: number }

function toConnection(measurement: Measurement | undefined, error: Error | null): Connection {
  if (error instanceof NetworkError) return { status: 'unreachable' }
  if (error) return { status: 'refused', message: error.message }
  return measurement ? { status: 'reached', ...measurement } : { status: 'looking' }
}

async function measure(): Promise<Measurement> {
  const first = await measureOnce()
  if (first.roundTripMs > remeasureAboveMs) return first
  return measureOnce()
}

async function measureOnce(): Promise<Measurement> {
  const sentAt = performance.now()
  const { serverTime } = await request(getServerTime, {
    signal: AbortSignal.timeout(timeoutMs),
  })
  const roundTripMs = Math.round(performance.now() - sentAt)
  const aheadMs = getClockAheadMs(Date.now(), Date.parse(serverTime), roundTripMs)
  return { roundTripMs, clockAheadMs: aheadMs }
}
