import { Busy } from './busy.ts'
import type { HashTurn } from './deps.ts'

/** Runs the job when its turn comes. @throws Busy at once when too many of its kind wait already. */
type HashQueue = <T>(turn: HashTurn, job: () => Promise<T>) => Promise<T>

type HashQueueOptions = {
  readonly atOnce: number
  /** For one network in one lane. */
  readonly mostWaiting: number
  /** How long one job takes, to tell the refused when to come back. */
  readonly jobSeconds: number
}

/** Somebody whose attempt runs, who logs in, who sets a password, who may be guessing. */
const lanes = ['attempt', 'login', 'other', 'suspect'] as const
/** A lane that was passed over so often has the next turn: none starves. */
const mostPassedOver = 4
const networksWaitedFor = 3

/**
 * A capped queue for the slow hashes. Logins go first, so that setting passwords never holds them
 * up; within a lane the networks take turns, so that none holds up the others.
 */
export function openHashQueue({ atOnce, mostWaiting, jobSeconds }: HashQueueOptions): HashQueue {
  const waiting = lanes.map(() => openLane(mostWaiting))
  const passedOver = lanes.map(() => 0)
  let running = 0

  function takeNext(): (() => void) | undefined {
    const ready = waiting.flatMap((lane, index) => (lane.size() > 0 ? [index] : []))
    const starving = ready.findLast((index) => (passedOver[index] ?? 0) >= mostPassedOver)
    const chosen = starving ?? ready[0]
    if (chosen === undefined) return undefined
    for (const index of ready) passedOver[index] = (passedOver[index] ?? 0) + 1
    passedOver[chosen] = 0
    return waiting[chosen]?.shift()
  }

  return async (turn, job) => {
    if (running < atOnce) {
      running += 1
    } else {
      const lane = waiting[lanes.indexOf(turn.lane)] ?? openLane(0)
      const network = turn.network ?? ''
      if (lane.isFull(network)) throw new Busy(Math.ceil((lane.size() * jobSeconds) / atOnce) || 1)
      await new Promise<void>((go) => lane.push(network, go))
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
function openLane(mostOfOne: number) {
  const queues = new Map<string, (() => void)[]>()
  let size = 0
  return {
    size: () => size,
    isFull: (network: string) =>
      size >= mostOfOne * networksWaitedFor || (queues.get(network)?.length ?? 0) >= mostOfOne,
    push(network: string, go: () => void) {
      const queue = queues.get(network) ?? []
      queue.push(go)
      queues.set(network, queue)
      size += 1
    },
    shift(): (() => void) | undefined {
      for (const [network, queue] of queues) {
        const go = queue.shift()
        // Behind the others, in the order of the map.
        queues.delete(network)
        if (queue.length > 0) queues.set(network, queue)
        if (go) size -= 1
        return go
      }
      return undefined
    },
  }
}
