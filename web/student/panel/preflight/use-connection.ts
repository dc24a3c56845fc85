import { useQuery } from '@tanstack/react-query'
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

/** Asks the server for its time; where it cannot be reached, again and again. */
export function useConnection(isNeeded: boolean): { connection: Connection; retry: () => void } {
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
  return { connection: toConnection(data, error), retry: refetch }
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
