import { OverloadedError } from '../overloaded-error.ts'

/** Runs the job when its turn comes. @throws Busy at once when too many wait already. */
export type ConcurrencyLimit = <T>(job: () => Promise<T>) => Promise<T>

type ConcurrencyLimitOptions = {
  readonly atOnce: number
  readonly maxWaiting: number
  /** How long one job takes, to tell the refused when to come back. */
  readonly jobSeconds: number
}

/** A capped queue for work that would otherwise take the whole machine. */
export function createConcurrencyLimit({
  atOnce,
  maxWaiting,
  jobSeconds,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0
  return async (job) => {
    if (running < atOnce) {
      running += 1
    } else {
      if (waiting.length >= maxWaiting) {
        throw new OverloadedError(Math.ceil((waiting.length * jobSeconds) / atOnce) || 1)
      }
      await new Promise<void>((start) => waiting.push(start))
    }
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      // The place is handed on, so that nobody slips in between.
      if (next) next()
      else running -= 1
    }
  }
}
