import { OverloadedError } from '../overloaded-error.ts'

/** Who waits for a slow hash: those whose attempt runs go first, and who may be guessing goes last. */
export type HashJobOptions = {
  readonly priority: 'attempt' | 'login' | 'other' | 'suspect'
  /** Networks take turns within a priority. */
  readonly network?: string
}

/** Runs the job when its turn comes. @throws Busy at once when too many of its kind wait already. */
type HashQueue = <T>(options: HashJobOptions, job: () => Promise<T>) => Promise<T>

type HashQueueOptions = {
  readonly atOnce: number
  /** For one network in one priority. */
  readonly maxWaiting: number
  /** How long one job takes, to tell the refused when to come back. */
  readonly jobSeconds: number
}

/** Somebody whose attempt runs, who logs in, who sets a password, who may be guessing. */
const priorities = ['attempt', 'login', 'other', 'suspect'] as const
/** A priority that was passed over so often has the next turn: none starves. */
const maxSkips = 4
const networksPerQueue = 3

/**
 * A capped queue for the slow hashes. Logins go first, so that setting passwords never holds them
 * up; within a priority the networks take turns, so that none holds up the others.
 */
export function createHashQueue({ atOnce, maxWaiting, jobSeconds }: HashQueueOptions): HashQueue {
  const queues = priorities.map(() => createFairQueue(maxWaiting))
  const skips = priorities.map(() => 0)
  let running = 0

  function takeNext(): (() => void) | undefined {
    const ready = queues.flatMap((priorityQueue, index) =>
      priorityQueue.size() > 0 ? [index] : [],
    )
    const starvingIndex = ready.findLast((index) => (skips[index] ?? 0) >= maxSkips)
    const chosenIndex = starvingIndex ?? ready[0]
    if (chosenIndex === undefined) return undefined
    for (const index of ready) skips[index] = (skips[index] ?? 0) + 1
    skips[chosenIndex] = 0
    return queues[chosenIndex]?.shift()
  }

  return async (options, job) => {
    if (running < atOnce) {
      running += 1
    } else {
      const priorityQueue = queues[priorities.indexOf(options.priority)] ?? createFairQueue(0)
      const network = options.network ?? ''
      if (priorityQueue.isFull(network))
        throw new OverloadedError(Math.ceil((priorityQueue.size() * jobSeconds) / atOnce) || 1)
      await new Promise<void>((start) => priorityQueue.push(network, start))
    }
    try {
      return await job()
    } finally {
      const next = takeNext()
      // The place is handed on, so that nobody slips in between.
      if (next) next()
      else running -= 1
    }
  }
}

/** One queue for each network; they are served in turn. */
function createFairQueue(maxPerNetwork: number) {
  const byNetwork = new Map<string, (() => void)[]>()
  let size = 0
  return {
    size: () => size,
    isFull: (network: string) =>
      size >= maxPerNetwork * networksPerQueue ||
      (byNetwork.get(network)?.length ?? 0) >= maxPerNetwork,
    push(network: string, start: () => void) {
      const queue = byNetwork.get(network) ?? []
      queue.push(start)
      byNetwork.set(network, queue)
      size += 1
    },
    shift(): (() => void) | undefined {
      for (const [network, queue] of byNetwork) {
        const start = queue.shift()
        // Behind the others, in the order of the map.
        byNetwork.delete(network)
        if (queue.length > 0) byNetwork.set(network, queue)
        if (start) size -= 1
        return start
      }
      return undefined
    },
  }
}
