import { useQuery } from '@tanstack/react-query'
import { getServerTime } from '#contract/proctoring.ts'
import { getClockAheadMs } from '#core/quiz-session/preflight-checks.ts'
import { NetworkError, request } from '../../../client/request.ts'

export type Connection =
  | { readonly at: 'looking' }
  | { readonly at: 'reached'; readonly roundTripMs: number; readonly clockAheadMs: number }
  /** The server is there, but said no. */
  | { readonly at: 'refused'; readonly says: string }
  | { readonly at: 'unreachable' }

const givenUpAfterMs = 30_000
const againAfterMs = 3_000
/** The first call may have opened the connection; a second one tells how it is from then on. */
const worthASecondLookMs = 2_000

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
    refetchInterval: ({ state }) => (state.status === 'error' ? againAfterMs : false),
  })
  return { connection: connectionOf(data, error), retry: refetch }
}

type Measured = { readonly roundTripMs: number; readonly clockAheadMs: number }

function connectionOf(measured: Measured | undefined, error: Error | null): Connection {
  if (error instanceof NetworkError) return { at: 'unreachable' }
  if (error) return { at: 'refused', says: error.message }
  return measured ? { at: 'reached', ...measured } : { at: 'looking' }
}

async function measure(): Promise<Measured> {
  const first = await once()
  if (first.roundTripMs > worthASecondLookMs) return first
  return once()
}

async function once(): Promise<Measured> {
  const askedAt = performance.now()
  const { serverTime } = await request(getServerTime, {
    signal: AbortSignal.timeout(givenUpAfterMs),
  })
  const roundTripMs = Math.round(performance.now() - askedAt)
  const aheadMs = getClockAheadMs(Date.now(), Date.parse(serverTime), roundTripMs)
  return { roundTripMs, clockAheadMs: aheadMs }
}
