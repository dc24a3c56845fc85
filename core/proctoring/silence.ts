/**
 * A page in sight asks for the clock every 5 to 26 s unless it has just been answered, and one
 * without an answer every 40 s.
 */
export const silenceMs = 60_000

export type Silence = { readonly at: number; readonly durationMs: number }

/** What other processes have heard of the attempt. */
type HeardElsewhere = {
  /** The last contact that they have shared; null if none has. */
  readonly at: number | null
  /** How long they may keep a contact to themselves. */
  readonly lagMs: number
}

/**
 * A silence that one of several processes noticed, as it is by what the others heard in between;
 * null where one of them may have heard something that it has not shared yet.
 */
export function confirmSilence(noticed: Silence, heard: HeardElsewhere): Silence | null {
  const endedAt = noticed.at + noticed.durationMs
  const at = Math.max(noticed.at, heard.at ?? noticed.at)
  const durationMs = endedAt - at
  return durationMs > silenceMs + heard.lagMs ? { at, durationMs } : null
}
