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

let toldAt: { readonly serverTime: number; readonly at: number } | null = null

/** Takes the whole seconds that every answer carries in its `Date` header. */
export function noteServerDate(date: string | null) {
  const serverTime = Date.parse(date ?? '')
  if (Number.isFinite(serverTime)) toldAt = { serverTime, at: performance.now() }
}

/** Milliseconds since 1970 as the server told since this page was opened, to the second; or null. */
export function lastServerTime(): number | null {
  return toldAt && toldAt.serverTime + performance.now() - toldAt.at
}
