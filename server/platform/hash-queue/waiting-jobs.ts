import { LinkedList } from './linked-list.ts'

/** Logging in where an exam may run, logging in, setting a password, possibly guessing. */
export const priorities = ['ahead', 'login', 'other', 'suspect'] as const
export type Priority = (typeof priorities)[number]

type QueuedJob = { readonly priority: Priority; readonly network: string }
export type IsNewestFirst = (priority: Priority) => boolean

/** A priority that was passed over this often has the next turn, so that none starves. */
export const maxSkips = 4
const maxRememberedTurns = 1_000

/** The jobs of one network in one priority. */
type NetworkJobs<Job> = { readonly network: string; readonly jobs: LinkedList<Job> }
type PriorityQueue<Job> = {
  readonly networks: Map<string, NetworkJobs<Job>>
  /** Turns are taken from its start; while the newest go first, from its end. */
  readonly rotation: LinkedList<NetworkJobs<Job>>
  /** The turn in which each network was last chosen, the latest last. */
  readonly lastTurns: Map<string, number>
  turn: number
  size: number
  skips: number
}

/**
 * Orders the jobs. Some priorities go before others, but none is passed over for ever; within one
 * the networks take turns, the oldest first or the newest first.
 */
export class WaitingJobs<Job extends QueuedJob> {
  readonly #queues: Record<Priority, PriorityQueue<Job>> = {
    ahead: createQueue(),
    login: createQueue(),
    other: createQueue(),
    suspect: createQueue(),
  }

  get size(): number {
    return priorities.reduce((sum, priority) => sum + this.#queues[priority].size, 0)
  }

  add(job: Job, isNewestFirst: IsNewestFirst = oldestFirst) {
    const queue = this.#queues[job.priority]
    const known = queue.networks.get(job.network)
    const own = known ?? { network: job.network, jobs: new LinkedList<Job>() }
    own.jobs.append(job)
    queue.size += 1
    if (!isNewestFirst(job.priority)) {
      if (!known) queue.rotation.append(own)
    } else if (hadNoTurnLately(queue, job.network)) {
      queue.rotation.remove(own)
      queue.rotation.append(own)
    } else if (!known) queue.rotation.prepend(own)
    queue.networks.set(job.network, own)
  }

  remove(job: Job) {
    const queue = this.#queues[job.priority]
    const own = queue.networks.get(job.network)
    const sizeBefore = own?.jobs.size ?? 0
    own?.jobs.remove(job)
    if (!own || own.jobs.size === sizeBefore) return
    queue.size -= 1
    if (own.jobs.size === 0) forget(queue, own)
  }

  /** The other job takes its place; both are of the same priority and network. */
  replace(job: Job, other: Job) {
    this.#queues[job.priority].networks.get(job.network)?.jobs.replace(job, other)
  }

  /** Removes and returns the next one. */
  take(isNewestFirst: IsNewestFirst = oldestFirst): Job | undefined {
    const ready = priorities.filter((priority) => this.#queues[priority].size > 0)
    const starving = ready.findLast((priority) => this.#queues[priority].skips >= maxSkips)
    const chosen = starving ?? ready[0]
    if (chosen === undefined) return undefined
    for (const priority of ready) this.#queues[priority].skips += 1
    const queue = this.#queues[chosen]
    queue.skips = 0

    const fromEnd = isNewestFirst(chosen)
    const own = fromEnd ? queue.rotation.last : queue.rotation.first
    const job = fromEnd ? own?.jobs.last : own?.jobs.first
    if (!own || !job) return undefined
    own.jobs.remove(job)
    queue.size -= 1
    rememberTurn(queue, own.network)
    queue.rotation.remove(own)
    if (own.jobs.size === 0) queue.networks.delete(own.network)
    // Behind the other networks.
    else if (fromEnd) queue.rotation.prepend(own)
    else queue.rotation.append(own)
    return job
  }

  /** 1 is next, as the queue would go on now. */
  getPlace(job: Job, isNewestFirst: IsNewestFirst = oldestFirst): number {
    const { rotation, networks } = this.#queues[job.priority]
    const own = networks.get(job.network)
    if (!own) return 1
    const fromEnd = isNewestFirst(job.priority)
    const turns = countUntil(fromEnd ? own.jobs.backwards() : own.jobs, job)
    const before = countTurns(fromEnd ? rotation.backwards() : rotation, own, turns)
    return before + this.#countHigher(job.priority, before) + 1
  }

  /** How many would run before one that came now, the oldest first. */
  countBefore({ priority, network }: QueuedJob): number {
    const { rotation, networks } = this.#queues[priority]
    const own = networks.get(network)
    const before = countTurns(rotation, own, own?.jobs.size ?? 0)
    return before + this.#countHigher(priority, before)
  }

  /** Those of higher priorities that run before one which has so many before it in its own. */
  #countHigher(priority: Priority, before: number): number {
    const higher = priorities.slice(0, priorities.indexOf(priority))
    const size = higher.reduce((sum, each) => sum + this.#queues[each].size, 0)
    return Math.min(size, maxSkips * (before + 1))
  }
}

const oldestFirst = () => false

function createQueue<Job>(): PriorityQueue<Job> {
  const networks = new Map<string, NetworkJobs<Job>>()
  const rotation = new LinkedList<NetworkJobs<Job>>()
  return { networks, rotation, lastTurns: new Map(), turn: 0, size: 0, skips: 0 }
}

/** How many jobs run before one of a network that has so many of its own before it. */
function countTurns<Job>(
  rotation: Iterable<NetworkJobs<Job>>,
  own: NetworkJobs<Job> | undefined,
  turns: number,
): number {
  let before = turns
  let hasTurnEarlier = true
  for (const other of rotation) {
    if (other === own) hasTurnEarlier = false
    else before += Math.min(other.jobs.size, turns + (hasTurnEarlier ? 1 : 0))
  }
  return before
}

function countUntil<T>(values: Iterable<T>, value: T): number {
  let count = 0
  for (const each of values) {
    if (each === value) break
    count += 1
  }
  return count
}

function forget<Job>(queue: PriorityQueue<Job>, own: NetworkJobs<Job>) {
  queue.rotation.remove(own)
  queue.networks.delete(own.network)
}

function rememberTurn<Job>(queue: PriorityQueue<Job>, network: string) {
  queue.turn += 1
  queue.lastTurns.delete(network)
  queue.lastTurns.set(network, queue.turn)
  const [oldest] = queue.lastTurns.keys()
  if (queue.lastTurns.size > maxRememberedTurns && oldest !== undefined)
    queue.lastTurns.delete(oldest)
}

/** Else a network that sends one at a time would always be the newest. */
function hadNoTurnLately<Job>(
  { lastTurns, turn, rotation }: PriorityQueue<Job>,
  network: string,
): boolean {
  const last = lastTurns.get(network)
  return last === undefined || turn - last >= rotation.size
}
