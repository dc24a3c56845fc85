import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryOf } from '#contract/endpoint.ts'
import { getKeyReveal, type KeyReveal } from '#contract/key-guard.ts'
import { endpointQuery, invalidateEndpoints } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'

/**
 * Students who could still sit a test, from the refusal of a call with `confirm: false`; else null.
 */
export function readKeyReveal(cause: unknown): KeyReveal | null {
  const isAsked = cause instanceof RefusalError && cause.code === 'key-still-needed'
  return isAsked ? (cause.details as KeyReveal) : null
}

type KeyGuard = {
  /** Undefined while it is not known. */
  readonly reveal: KeyReveal | undefined
  /** The value to send: true once the user has seen who could still sit the test. */
  readonly confirm: boolean
  /** For a call that was refused: somebody could sit the test by then. */
  readonly refetchIfNeeded: (cause: unknown) => void
}

/**
 * Looks up who could still sit a test whose answers become known by what is about to be done.
 * @param query null while nothing is about to be done
 */
export function useKeyReveal(testId: string, query: QueryOf<typeof getKeyReveal> | null): KeyGuard {
  const client = useQueryClient()
  const { data: reveal } = useQuery({
    ...endpointQuery(getKeyReveal, { params: { testId }, query: query ?? {} }),
    enabled: query !== null,
    staleTime: 0,
  })
  return {
    reveal,
    confirm: reveal?.wouldReveal != null,
    refetchIfNeeded(cause) {
      if (readKeyReveal(cause)) invalidateEndpoints(client, getKeyReveal)
    },
  }
}
