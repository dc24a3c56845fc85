/** From here on a student is warned that the connection is slow; they may start all the same. */
const slowRoundTripMs = 1_500
/** A clock that is off by less is not reported. */
const clockToleranceMs = 60_000

export function isConnectionSlow(roundTripMs: number): boolean {
  return roundTripMs >= slowRoundTripMs
}

/**
 * How far a device's clock is ahead of the server's, 0 if it may well be right: the server gave
 * its time at some moment of the round trip that ended at `deviceTime`.
 */
export function getClockAheadMs(
  deviceTime: number,
  serverTime: number,
  roundTripMs: number,
): number {
  const aheadMs = deviceTime - roundTripMs / 2 - serverTime
  return Math.abs(aheadMs) <= Math.max(clockToleranceMs, roundTripMs / 2) ? 0 : Math.round(aheadMs)
}

/** In CSS pixels: smaller than a page of 1280 by 1024 at 400 %, a question needs much scrolling. */
export function isScreenTooSmall({ width, height }: { width: number; height: number }): boolean {
  return width < 320 || height < 256
}
