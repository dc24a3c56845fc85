/** Streams that may be open at the same time: of one session, of one account, of all in a process. */
export const streamLimits = { session: 4, account: 8, all: 300 } as const

/** The session that holds a stream, and its account. */
export type StreamHolder = { readonly sessionId: string; readonly accountId: string }

/**
 * Which of the open streams, oldest first, gives its place to a new one: null where there is room,
 * `full` where others hold all places. Nobody's streams but one's own ever give way.
 */
export function findDisplacedStream<Stream extends StreamHolder>(
  open: readonly Stream[],
  { sessionId, accountId }: StreamHolder,
): Stream | 'full' | null {
  const ofAccount = open.filter((stream) => stream.accountId === accountId)
  const ofSession = ofAccount.filter((stream) => stream.sessionId === sessionId)
  if (ofSession.length >= streamLimits.session) return ofSession[0] ?? null
  if (ofAccount.length >= streamLimits.account) return ofAccount[0] ?? null
  return open.length >= streamLimits.all ? 'full' : null
}
