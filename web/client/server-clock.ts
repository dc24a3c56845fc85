// Based on a monotonic clock, so that changing the device's clock moves no deadline.
let serverTimeAtZero = Date.now() - performance.now()

/** Milliseconds since 1970 by the server's clock, as estimated from its last reply. */
export function getServerTime(): number {
  return serverTimeAtZero + performance.now()
}

/** Takes the time from any reply that has a `serverTime`. */
export function syncClock(reply: unknown, roundTripMs: number) {
  if (typeof reply !== 'object' || reply === null || !('serverTime' in reply)) return
  const parsedTime = Date.parse(String(reply.serverTime))
  if (Number.isFinite(parsedTime))
    serverTimeAtZero = parsedTime + roundTripMs / 2 - performance.now()
}

let lastReported: { readonly serverTime: number; readonly at: number } | null = null

/** Takes the time, in whole seconds, from the `Date` header that every reply has. */
export function recordServerDate(date: string | null) {
  const serverTime = Date.parse(date ?? '')
  if (Number.isFinite(serverTime)) lastReported = { serverTime, at: performance.now() }
}

/** The server's time to the second, in milliseconds since 1970; null before its first reply. */
export function getLastServerTime(): number | null {
  return lastReported && lastReported.serverTime + performance.now() - lastReported.at
}
