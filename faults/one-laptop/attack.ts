import type { RandomNumber } from '#core/random.ts'

/** What an attacker knows: where the server is, and who is in the class. */
export type Target = {
  readonly port: number
  /** The one address that everything comes from. */
  readonly localAddress: string
  readonly emails: readonly string[]
  readonly random: RandomNumber
}

/** How often the attacker got which answer; `cut` is a connection that the server ended. */
export type Tally = Record<string, number>

export type Attack = {
  readonly summary: string
  /** Makes what is sent ahead of time; the function that it answers goes on until the signal. */
  prepare(target: Target): Promise<(tally: Tally, signal: AbortSignal) => Promise<void>>
}

export function countReply(tally: Tally, answer: string | number) {
  tally[answer] = (tally[answer] ?? 0) + 1
}
