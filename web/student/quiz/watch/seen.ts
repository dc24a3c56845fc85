import type { EventKind } from '#core/proctoring/policy.ts'
import { getServerTime } from '../../../client/server-clock.ts'

/** What the browser saw, and when by the server's clock; told again once it is over, with how long. */
export type Seen = {
  readonly kind: EventKind
  readonly at: number
  readonly durationMs?: number
}
export type Emit = (seen: Seen) => void
export type Stop = () => void

export function seenNow(kind: EventKind): Seen {
  return { kind, at: getServerTime() }
}

/** The same event, which ends now. */
export function overNow(seen: Seen): Seen {
  return { ...seen, durationMs: Math.max(0, Math.round(getServerTime() - seen.at)) }
}
