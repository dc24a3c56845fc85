import { NetworkFault, Refused, retryAfterMs } from '../../../api.ts'

/** How long the form goes on by itself while it is online. */
export const longestTryingMs = 120_000
/** A server that asks to come back is there, with a whole class before it. */
export const longestQueueingMs = 300_000
const longestPauseMs = 15_000

/** Why it did not get through this time: nobody answered, or whoever did asks to come back. */
export type Trouble = 'lost' | 'busy'

export function troubleOf(cause: unknown): Trouble | null {
  if (cause instanceof NetworkFault) return 'lost'
  // What a proxy says while the server behind it starts anew.
  return cause instanceof Refused && [502, 503, 504].includes(cause.status) ? 'busy' : null
}

/** Did the server decide? Else nobody knows whether it arrived. */
export function isAnswer(cause: unknown): boolean {
  return cause instanceof Refused && troubleOf(cause) === null && cause.status < 500
}

type Tries = {
  /** How many have failed; 1 or more. */
  readonly failed: number
  readonly spentMs: number
  /** 0 to 1: a class that was sent away together does not come back together. */
  readonly chance: number
}

/** How long to wait before the next try; null when a person has to decide. */
export function pauseBefore(cause: unknown, { failed, spentMs, chance }: Tries): number | null {
  if (troubleOf(cause) === null) return null
  const doubled = Math.min(longestPauseMs, 1000 * 2 ** (failed - 1))
  const pauseMs = Math.max(retryAfterMs(cause), doubled * (0.75 + chance / 2))
  const isQueueing = cause instanceof Refused && cause.status === 503
  const longestMs = isQueueing ? longestQueueingMs : longestTryingMs
  return spentMs + pauseMs > longestMs ? null : pauseMs
}
