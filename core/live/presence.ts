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

/** Times when the server was listening: a gap outside them is no silence of the student. */
export type Listening = {
  readonly since: number
  /** The last contact with anybody before that; null if unknown. */
  readonly before: number | null
}

type PresenceSignals = {
  /** Null before the start. */
  readonly attempt: {
    readonly startedAt: number
    readonly finishedAt: number | null
    readonly pausedAt: number | null
  } | null
  /** The last call of any of its pages; null if none is known. */
  readonly lastContactAt: number | null
  /** When its page was left, as long as it has not reported a return. */
  readonly awayAt: number | null
  readonly listening: Listening
  /** When a page in a large exam calls at the latest; longer than `quietMs` only there. */
  readonly pollMs?: number
}

/**
 * Returns the state that the live screen shows for one student. Times are milliseconds by the
 * server's clock.
 */
export function getPresence(signals: PresenceSignals, now: number): Presence {
  const { attempt, lastContactAt, awayAt, listening, pollMs = 0 } = signals
  if (!attempt) return { state: 'not-started', since: null }
  if (attempt.finishedAt !== null) return { state: 'finished', since: attempt.finishedAt }
  if (attempt.pausedAt !== null) return { state: 'paused', since: attempt.pausedAt }
  // A page out of sight does not call: its silence says nothing.
  if (awayAt !== null) return { state: 'away', since: awayAt }
  const since = Math.max(lastContactAt ?? listening.since, attempt.startedAt)
  // Late by a call or two is no trouble where pages are asked to call seldom.
  const slackMs = Math.max(0, pollMs + 5_000 - quietMs)
  const silentMs = getSilentMs(since, { listening, quietAfterMs: quietMs + slackMs }, now)
  if (silentMs >= offlineMs + slackMs) return { state: 'offline', since }
  if (silentMs >= quietMs + slackMs) return { state: 'quiet', since }
  return { state: 'here', since: null }
}

/** Without the time between two runs of the server; who was here at the end of the one begins anew. */
function getSilentMs(
  since: number,
  { listening, quietAfterMs }: { readonly listening: Listening; readonly quietAfterMs: number },
  now: number,
): number {
  if (since >= listening.since) return now - since
  const beforeMs = Math.max(0, (listening.before ?? since) - since)
  return now - listening.since + (beforeMs >= quietAfterMs ? beforeMs : 0)
}
