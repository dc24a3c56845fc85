type Counts = Record<string, number>
type Tally = { readonly ms: number[]; readonly retried: Counts; readonly givenUp: Counts }

/** Two lists of the same length: when a call was answered, and how long that took. */
export type FinishedCalls = { readonly atMs: number[]; readonly ms: number[] }

export type Tallies<Call extends string> = {
  readonly finished: FinishedCalls
  /** @param ms from the moment the call was due, waits and retries included */
  record(call: Call, ms: number): void
  /** A try that was repeated, and what came instead of a reply. */
  refuse(call: Call, what: string): void
  /** A call that was given up, and what came to its last try. */
  fail(call: Call, what: string): void
  list(): readonly (Tally & { readonly call: Call })[]
}

/** Counts calls by their names; the ones named here come first, also those that were never made. */
export function createTallies<Call extends string>(calls: readonly Call[] = []): Tallies<Call> {
  const tallies = new Map<Call, Tally>()
  const finished: FinishedCalls = { atMs: [], ms: [] }
  const get = (call: Call): Tally => {
    const tally = tallies.get(call) ?? { ms: [], retried: {}, givenUp: {} }
    tallies.set(call, tally)
    return tally
  }
  for (const call of calls) get(call)
  return {
    finished,
    record(call, ms) {
      get(call).ms.push(ms)
      finished.atMs.push(performance.now())
      finished.ms.push(ms)
    },
    refuse: (call, what) => count(get(call).retried, what),
    fail: (call, what) => count(get(call).givenUp, what),
    list: () => [...tallies].map(([call, tally]) => ({ call, ...tally })),
  }
}

export function count(counts: Counts, what: string, times = 1) {
  counts[what] = (counts[what] ?? 0) + times
}

export function sum(counts: Readonly<Counts>): number {
  return Object.values(counts).reduce((total, times) => total + times, 0)
}
