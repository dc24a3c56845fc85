import type { LedgerEntry } from '#simulated-class/ledger.ts'
import type { StartedAttempt } from '#test/server-process.ts'

export type ClassOptions = {
  /** The same server by several addresses: what one does not answer goes to the next at once. */
  readonly urls: readonly string[]
  readonly seats: readonly StartedAttempt[]
  readonly seed: number
  /** The longest that a student thinks between two answers. */
  readonly maxThinkMs: number
  /** Somebody registers this often, with a picture; nobody if null. */
  readonly registerEveryMs: number | null
  readonly picture: string
}

export type ClassReport = {
  /** The last acknowledgement of each answer. */
  readonly ledger: readonly LedgerEntry[]
  readonly registered: readonly string[]
  readonly acknowledged: number
  /** Replies by status; 0 is a connection that was cut or refused, or a minute without a reply. */
  readonly tally: Readonly<Record<string, number>>
  /** Failures that no promise covers, such as a 500, or giving up after minutes of tries. */
  readonly failures: readonly string[]
  /** From the first try of an answer to its acknowledgement, for each answer. */
  readonly answerMs: readonly number[]
}

/** In the tally: the server was busy and did not say when to come back. */
export const noRetryAfter = '503 without Retry-After'
