// Counted from a monotonic clock, so that setting the device's clock moves no deadline.
let serverTimeAtZero = Date.now() - performance.now()

/** Milliseconds since 1970 by the server's clock, as far as its last answer told. */
export function serverNow(): number {
  return serverTimeAtZero + performance.now()
}

/** Takes the time from any answer that carries `serverTime`. */
export function syncClock(reply: unknown, roundTripMs: number) {
  if (typeof reply !== 'object' || reply === null || !('serverTime' in reply)) return
  const told = Date.parse(String(reply.serverTime))
  if (Number.isFinite(told)) serverTimeAtZero = told + roundTripMs / 2 - performance.now()
}
