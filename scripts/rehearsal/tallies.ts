import { computeQuantile } from '#simulated-class/quantile.ts'
import { createTallies as createCallTallies, sum } from '#simulated-class/tallies.ts'

/** A student's calls, in this order. */
export const callNames = ['log in', 'panel', 'lobby', 'paper', 'answer', 'clock', 'end'] as const
export type CallName = (typeof callNames)[number]

/** From the moment at which each call was due to its reply, waits and retries included. */
export type CallFigures = {
  readonly call: CallName
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Tries that got no good reply and were repeated, by what came instead. */
  readonly refused: Readonly<Record<string, number>>
  /** Calls that were given up. */
  readonly failed: number
}

export type Tallies = ReturnType<typeof createTallies>

export function createTallies() {
  const tallies = createCallTallies(callNames)
  return {
    ...tallies,
    toFigures: (): CallFigures[] =>
      tallies.list().map(({ call, ms, retried, givenUp }) => ({
        call,
        count: ms.length,
        refused: retried,
        failed: sum(givenUp),
        p50: computeQuantile(ms, 50),
        p95: computeQuantile(ms, 95),
        p99: computeQuantile(ms, 99),
      })),
  }
}
