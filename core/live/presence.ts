/** Longer than a page in sight is silent between two calls. */
export const quietMs = 15_000
export const offlineMs = 60_000

export const presenceStates = [
  'not-started',
  'here',
  'quiet',
  'offline',
  'away',
  'paused',
  'finished',
] as const
export type PresenceState = (typeof presenceStates)[number]

export type Presence = {
  readonly state: PresenceState
  /** When it began, by the server's clock; null where nobody knows. */
  readonly since: number | null
}

type Signs = {
  /** Null before the start. */
  readonly attempt: {
    readonly startedAt: number
    readonly finishedAt: number | null
    readonly pausedAt: number | null
  } | null
  /** The last call of any of its pages; null if none was heard since the server began. */
  readonly heardAt: number | null
  /** When its page was left, as long as it has not told of a return. */
  readonly awayAt: number | null
  /** Where the server counts from when it has heard nothing, so that a restart makes nobody offline. */
  readonly listeningSince: number
  /** When a page in a large exam calls at the latest; longer than `quietMs` only there. */
  readonly pollMs?: number
}

/** What the live screen says of one student. Times are milliseconds by the server's clock. */
export function getPresence(signs: Signs, now: number): Presence {
  const { attempt, heardAt, awayAt, listeningSince, pollMs = 0 } = signs
  if (!attempt) return { state: 'not-started', since: null }
  if (attempt.finishedAt !== null) return { state: 'finished', since: attempt.finishedAt }
  if (attempt.pausedAt !== null) return { state: 'paused', since: attempt.pausedAt }
  // A page out of sight does not call: its silence says nothing.
  if (awayAt !== null) return { state: 'away', since: awayAt }
  const silentSince = Math.max(heardAt ?? listeningSince, attempt.startedAt)
  const silentMs = now - silentSince
  // Late by a call or two is no trouble where pages are asked to call seldom.
  const slackMs = Math.max(0, pollMs + 5_000 - quietMs)
  if (silentMs >= offlineMs + slackMs) return { state: 'offline', since: silentSince }
  if (silentMs >= quietMs + slackMs) return { state: 'quiet', since: silentSince }
  return { state: 'here', since: null }
}
