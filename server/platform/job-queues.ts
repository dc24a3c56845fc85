import PQueue, { type QueueAddOptions } from 'p-queue'
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

/** Logging in where an exam may run, logging in, setting a password, possibly guessing. */
const priorities = ['ahead', 'login', 'other', 'suspect'] as const
/** A priority that was passed over this often has the next turn, so that none starves. */
const maxSkips = 4
const networksPerPriority = 3

/** The caller who waits for a slow hash. */
export type HashJobOptions = {
  readonly priority: (typeof priorities)[number]
  /** Networks take turns within a priority. */
  readonly network?: string
  /** By which the caller may ask for its place. */
  readonly ticket?: string | undefined
}

type HashQueue = {
  /** Runs the job when its turn comes. @throws OverloadedError when too many of its kind wait. */
  readonly add: <T>(options: HashJobOptions, job: () => Promise<T>) => Promise<T>
  /** 1 is next, as far as the queue knows now; null if no such job waits. */
  readonly getPlace: (ticket: string) => number | null
}

type HashQueueOptions = {
  readonly atOnce: number
  /** For one network in one priority. */
  readonly maxWaiting: number
  /** The duration of one job, so that a refused caller knows when to retry. */
  readonly jobSeconds: number
}

/**
 * A capped queue for the slow hashes. Logins go first, so that setting passwords never holds them
 * up; within a priority the networks take turns, so that none holds up the others.
 */
export function createHashQueue({ atOnce, maxWaiting, jobSeconds }: HashQueueOptions): HashQueue {
  const queue = new PQueue<FairQueue, FairQueueOptions>({
    concurrency: atOnce,
    queueClass: FairQueue,
  })
  return {
    async add({ priority: name, network = '', ticket }, job) {
      const priority = priorities.indexOf(name)
      const waiting = queue.sizeBy({ priority })
      const isFull =
        waiting >= maxWaiting * networksPerPriority ||
        queue.sizeBy({ priority, network }) >= maxWaiting
      if (queue.pending >= atOnce && isFull)
        throw new OverloadedError(Math.ceil((waiting * jobSeconds) / atOnce) || 1)
      return queue.add(job, { priority, network, ticket })
    },
    getPlace: (ticket) => queue.sizeBy({ ticket }) || null,
  }
}

type Run = () => Promise<unknown>
type Job = { readonly run: Run; readonly ticket: string | undefined }
type FairQueueOptions = QueueAddOptions & {
  readonly network?: string | undefined
  readonly ticket?: string | undefined
}

/**
 * Which job p-queue runs next. Its own order, by a number, cannot let networks take turns and would
 * let a priority starve.
 */
class FairQueue {
  readonly #waiting = priorities.map(() => new Map<string, Job[]>())
  readonly #skips = priorities.map(() => 0)

  size = 0

  enqueue(run: Run, { priority = 0, network = '', ticket }: Partial<FairQueueOptions> = {}) {
    const networks = this.#waiting[priority]
    networks?.set(network, [...(networks.get(network) ?? []), { run, ticket }])
    this.size += 1
  }

  dequeue(): Run | undefined {
    const ready = priorities.flatMap((_, index) => (this.#waiting[index]?.size ? [index] : []))
    const starving = ready.findLast((index) => (this.#skips[index] ?? 0) >= maxSkips)
    const chosen = starving ?? ready[0]
    if (chosen === undefined) return undefined
    for (const index of ready) this.#skips[index] = (this.#skips[index] ?? 0) + 1
    this.#skips[chosen] = 0
    const networks = this.#waiting[chosen]
    const [network, [job, ...others]] = networks?.entries().next().value ?? ['', []]
    // Behind the other networks, in the order of the map.
    networks?.delete(network)
    this.size -= 1
    if (others.length > 0) networks?.set(network, others)
    return job?.run
  }

  /** With a ticket those up to its job, which is the last one. */
  filter({ priority = 0, network, ticket }: FairQueueOptions): Run[] {
    const networks = this.#waiting[priority]
    const jobs =
      ticket !== undefined
        ? this.#listUpTo(ticket)
        : network === undefined
          ? [...(networks?.values() ?? [])].flat()
          : (networks?.get(network) ?? [])
    return jobs.map(({ run }) => run)
  }

  /** In no order but that the last is this one; empty if it does not wait. */
  #listUpTo(ticket: string): readonly Job[] {
    const before: Job[] = []
    for (const networks of this.#waiting) {
      const all = [...networks.values()]
      const own = all.findIndex((jobs) => jobs.some((job) => job.ticket === ticket))
      const turns = all[own]?.findIndex((job) => job.ticket === ticket) ?? 0
      if (own >= 0)
        return [
          ...before,
          ...all.flatMap((jobs, index) => jobs.slice(0, turns + (index <= own ? 1 : 0))),
        ]
      before.push(...all.flat())
    }
    return []
  }

  setPriority(): never {
    throw new Error('A job keeps its priority')
  }

  remove(): never {
    throw new Error('A job that waits is run')
  }
}
