import type { CallFigures, CallName } from './tallies.ts'

export type Figures = {
  readonly students: number
  /** Students whose attempt was not begun, or not closed by the end. */
  readonly unfinished: number
  readonly calls: readonly CallFigures[]
  /** From the closing until the last attempt was closed. */
  readonly closedAfterMs: number
  /** Duration before the exam of a call that costs the server nothing: the network's share. */
  readonly networkMs: number
}

export type Check = {
  /** As a sentence begins with it. */
  readonly what: string
  readonly measured: number
  readonly limit: number
  readonly unit: 'ms' | 'count'
  readonly call?: CallName
}

/**
 * How long calls may take at the server, at p99. The paper takes two calls. A login waits for its
 * turn, since passwords are hashed slowly on purpose; the lobby is open for minutes before.
 */
const callLimitsMs: Readonly<Partial<Record<CallName, number>>> = {
  'log in': 10_000,
  panel: 2_000,
  lobby: 1_000,
  paper: 1_000,
  answer: 50,
  clock: 1_000,
}
const bellLimitMs = 20_000
/** Tolerance for the network, which varies and is no fault of the server. */
const networkShare = 2

export type Verdict = {
  readonly isGo: boolean
  /** The one that is nearest to its limit, or furthest beyond it, is first. */
  readonly checks: readonly Check[]
}

/** Go if every figure is within its limit; the first check is what fails first. */
export function judge(figures: Figures): Verdict {
  const { calls, students, unfinished, closedAfterMs, networkMs } = figures
  const allowanceMs = networkShare * networkMs
  const givenUp = calls.reduce((sum, { failed }) => sum + failed, 0)
  const checks: Check[] = [
    { what: 'Students who could not finish', measured: unfinished, limit: 0, unit: 'count' },
    { what: 'Calls that were given up', measured: givenUp, limit: 0, unit: 'count' },
    ...calls.flatMap(({ call, p99, count }): Check[] => {
      const limitMs = callLimitsMs[call]
      if (limitMs === undefined || count === 0) return []
      const what = `${callLabels[call]} (p99)`
      return [{ what, measured: p99, limit: limitMs + allowanceMs, unit: 'ms', call }]
    }),
    {
      what: 'All attempts closed after the bell',
      unit: 'ms',
      measured: closedAfterMs,
      limit: bellLimitMs + allowanceMs,
    },
  ]
  return {
    isGo: students > 0 && checks.every(isWithin),
    checks: checks.toSorted((one, other) => getLoad(other) - getLoad(one)),
  }
}

export const callLabels: Readonly<Record<CallName, string>> = {
  'log in': 'Logging in',
  panel: 'The panel',
  lobby: 'The lobby',
  paper: 'From the lobby to the paper',
  answer: 'Saving an answer',
  clock: 'Asking for the time left',
  end: 'Ending',
}

export function isWithin({ measured, limit }: Check): boolean {
  return measured <= limit
}

/** 1 at the limit. What may never happen is beyond it at once. */
function getLoad({ measured, limit }: Check): number {
  if (limit > 0) return measured / limit
  return measured > 0 ? Number.POSITIVE_INFINITY : 0
}
