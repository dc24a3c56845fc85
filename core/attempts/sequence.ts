/** More than a slow connection can put a browser's idea of the server's time ahead. */
const maxClockLeadMs = 60_000

/** A device whose clock is ahead by more wins for a minute, and not for good. */
export function limitSequence(sequence: number, now: number): number {
  return Math.min(sequence, now + maxClockLeadMs)
}

/** Tolerance for a device's clock: a device numbers its answers by its own time. */
const pauseSlackMs = 1000

/**
 * Whether it was chosen after the clock had stopped. The device keeps it, and sends it when the
 * attempt goes on; what was chosen before counts at once, however late it arrives.
 */
export function isChosenInPause(
  { pausedAt }: { readonly pausedAt: number | null },
  { sequence }: { readonly sequence: number },
): boolean {
  return pausedAt !== null && sequence > pausedAt + pauseSlackMs
}
