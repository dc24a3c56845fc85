import PQueue from 'p-queue'
import { OverloadedError } from '../overloaded-error.ts'

/** Runs the job when its turn comes. @throws OverloadedError when too many wait already. */
type ConcurrencyLimit = <T>(job: () => Promise<T>) => Promise<T>

type ConcurrencyLimitOptions = {
  readonly atOnce: number
  readonly maxWaiting: number
  /** The duration of one job, so that a refused caller knows when to retry. */
  readonly jobSeconds: number
}

/** A capped queue for work that would otherwise take the whole machine. */
export function createConcurrencyLimit({
  atOnce,
  maxWaiting,
  jobSeconds,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  const queue = new PQueue({ concurrency: atOnce })
  return async (job) => {
    if (queue.pending >= atOnce && queue.size >= maxWaiting)
      throw new OverloadedError(Math.ceil((queue.size * jobSeconds) / atOnce) || 1)
    return queue.add(job)
  }
}
