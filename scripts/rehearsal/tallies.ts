/** A student's calls, in this order. */
export const callNames = [
  'log in',
  'panel',
  'lobby',
  'lobby to paper',
  'answer',
  'clock',
  'end',
] as const
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
  const tallies = callNames.map((call) => ({
    call,
    ms: [] as number[],
    refused: {} as Record<string, number>,
    failed: 0,
  }))
  const get = (name: CallName) => tallies[callNames.indexOf(name)] as (typeof tallies)[number]
  return {
    record(call: CallName, ms: number) {
      get(call).ms.push(ms)
    },
    refuse(call: CallName, what: string) {
      const { refused } = get(call)
      refused[what] = (refused[what] ?? 0) + 1
    },
    fail(call: CallName) {
      get(call).failed += 1
    },
    toFigures: (): CallFigures[] =>
      tallies.map(({ call, ms, refused, failed }) => ({
        call,
        count: ms.length,
        refused,
        failed,
        p50: getQuantile(ms, 50),
        p95: getQuantile(ms, 95),
        p99: getQuantile(ms, 99),
      })),
  }
}

/** By nearest rank, so that it is a time that was measured; 0 if nothing was. */
export function getQuantile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
}
