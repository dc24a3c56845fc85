// Counted from a monotonic clock, so that setting the device's clock moves no deadline.
let serverTimeAtZero = Date.now() - performance.now()

/** Milliseconds since 1970 by the server's clock, as far as its last answer told. */
export function getServerTime(): number {
  return serverTimeAtZero + performance.now()
}

/** Takes the time from any answer that carries `serverTime`. */
export function syncClock(reply: unknown, roundTripMs: number) {
  if (typeof reply !== 'object' || reply === null || !('serverTime' in reply)) return
  const parsedTime = Date.parse(String(reply.serverTime))
  if (Number.isFinite(parsedTime))
    serverTimeAtZero = parsedTime + roundTripMs / 2 - performance.now()
}

let lastReported: { readonly serverTime: number; readonly at: number } | null = null

/** Takes the whole seconds that every answer carries in its `Date` header. */
export function recordServerDate(date: string | null) {
  const serverTime = Date.parse(date ?? '')
  if (Number.isFinite(serverTime)) lastReported = { serverTime, at: performance.now() }
}

/** Milliseconds since 1970 as the server told since this page was opened, to the second; or null. */
export function getLastServerTime(): number | null {
  return lastReported && lastReported.serverTime + performance.now() - lastReported.at
}
