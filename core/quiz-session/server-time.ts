/**
 * One reply that carried the server's time. Times but `serverTimeAtZero` are by the device's
 * monotonic clock, in ms.
 */
export type ClockSample = {
  /** The server's time when the monotonic clock was 0, if the way out took as long as the way back. */
  readonly serverTimeAtZero: number
  readonly roundTripMs: number
  readonly receivedAt: number
}

export function toClockSample(serverTime: number, sentAt: number, receivedAt: number): ClockSample {
  const serverTimeAtZero = serverTime - (sentAt + receivedAt) / 2
  return { serverTimeAtZero, roundTripMs: receivedAt - sentAt, receivedAt }
}

/** How far two clocks may drift apart: 100 ms in 1,000 s. */
const drift = 0.0001

/**
 * The better of two samples. A sample is wrong by half its round trip at most, so the shortest wins,
 * until it is so old that the clocks may have drifted further apart. Two that contradict each other
 * show that a clock was changed since: then the new one is right.
 */
export function pickClockSample(known: ClockSample | null, next: ClockSample): ClockSample {
  if (!known) return next
  const knownErrorMs = known.roundTripMs / 2 + drift * (next.receivedAt - known.receivedAt)
  const nextErrorMs = next.roundTripMs / 2
  if (nextErrorMs <= knownErrorMs) return next
  const differenceMs = Math.abs(known.serverTimeAtZero - next.serverTimeAtZero)
  return differenceMs > knownErrorMs + nextErrorMs ? next : known
}

/** More than a device corrects its clock by in a second, and less than a student would notice. */
const maxDeviceDriftMs = 1_500

/**
 * Whether the device slept, or its clock was changed: its time of day and its monotonic clock no
 * longer differ by what they did.
 */
export function hasClockJumped(differenceMs: number, earlierDifferenceMs: number): boolean {
  return Math.abs(differenceMs - earlierDifferenceMs) > maxDeviceDriftMs
}
