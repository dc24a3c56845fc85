import { OverloadedError } from '../../overloaded-error.ts'
import { createAccountCounts, once } from './account-counts.ts'
import type { MachineSlots } from './machine-slots.ts'
import { addRefusal, averageIn, isNewestFirst, type Refusals } from './overload.ts'
import { type Priority, WaitingJobs } from './waiting-jobs.ts'

/** A caller who waits for a slow hash. */
export type HashCaller = {
  /** Networks take turns within a priority. */
  readonly network?: string | undefined
  /** The page's ticket: it asks for its place by it and has one waiting job. */
  readonly ticket?: string | undefined
  /** Three jobs of one may wait from a network. */
  readonly account?: string | undefined
  /** Once it is aborted the job leaves the queue. */
  readonly signal?: AbortSignal | undefined
}

export type HashPlaceOptions = HashCaller & { readonly priority: Priority }

/** A place that is taken before what the job needs has been read. */
export type HashReservation = {
  readonly priority: Priority
  readonly caller: HashCaller
  /** Rises with each job. */
  readonly order: number
  /** Gives it back if no job took it. */
  release(): void
}

export type HashJobOptions =
  | HashPlaceOptions
  | { readonly priority: Priority; readonly reservation: HashReservation }

/** The page that sent this job has sent another one, which took its place. */
export class JobReplacedError extends Error {
  constructor() {
    super('replaced by a later job of the same page')
  }
}

export type HashQueue = {
  /** @throws OverloadedError if it would wait too long, or three of its account wait already. */
  readonly reserve: (options: HashPlaceOptions) => HashReservation
  /**
   * Runs the job when its turn comes.
   * @throws as `reserve`; JobReplacedError; the reason of its caller's signal.
   */
  readonly add: <T>(options: HashJobOptions, job: () => Promise<T>) => Promise<T>
  /** 1 is next, as far as the queue knows now; null if no such job waits. */
  readonly getPlace: (ticket: string) => number | null
  readonly getLoad: () => HashLoad
}

export type HashLoad = {
  readonly waiting: number
  /** How long a hash takes by now, with the wait for a slot that other processes share. */
  readonly meanMs: number
}

type HashQueueOptions = {
  readonly atOnce: number
  /** A caller who would wait longer is refused. */
  readonly maxWaitMs?: number
  /** How long a job takes, until some have been measured. */
  readonly jobMs?: number
  /** Which other processes of this machine take, too. */
  readonly slots?: MachineSlots | undefined
  readonly now?: () => number
}

type Place = { readonly priority: Priority; readonly network: string }
type Entry = Place & {
  readonly ticket: string | undefined
  readonly order: number
  readonly run: () => Promise<void>
  readonly reject: (reason: unknown) => void
  /** Called when it no longer waits. */
  readonly leave: () => void
}

const maxWaitingPerAccount = 3
/** So many times the longest wait, and a job is turned away: newer ones keep going first. */
const maxWaits = 2
const longestTimeoutMs = 2 ** 31 - 1

/**
 * A queue for the slow hashes, bounded by the time that waiting takes. Logins go first, so that
 * setting passwords never holds them up; within a priority the networks take turns, so that none
 * holds up the others.
 */
export function createHashQueue({
  atOnce,
  maxWaitMs = 12_000,
  jobMs = 50,
  slots,
  now = () => performance.now(),
}: HashQueueOptions): HashQueue {
  const waiting = new WaitingJobs<Entry>()
  const reserved = new WaitingJobs<Place>()
  const byTicket = new Map<string, Entry>()
  const accounts = createAccountCounts()
  const refusals = new Map<Priority, Refusals>()
  let running = 0
  let lastOrder = 0
  let meanMs = jobMs

  const isNewest = (priority: Priority) => isNewestFirst(refusals.get(priority) ?? null, now())
  const isWaiting = ({ ticket }: HashCaller) => ticket !== undefined && byTicket.has(ticket)

  /** For one that came now. */
  function estimateWaitMs(place: Place): number {
    const before = waiting.countBefore(place) + reserved.countBefore(place)
    return (before * meanMs) / atOnce
  }

  function refuseIfFull(place: Place, caller: HashCaller) {
    const waitMs = estimateWaitMs(place)
    const isTooLong = waitMs > maxWaitMs
    if (isTooLong) {
      const earlier = refusals.get(place.priority) ?? null
      refusals.set(place.priority, addRefusal(earlier, now()))
    }
    if (isTooLong || accounts.count(caller) >= maxWaitingPerAccount)
      throw new OverloadedError(toSeconds(waitMs))
  }

  function reserve({ priority, ...caller }: HashPlaceOptions): HashReservation {
    caller.signal?.throwIfAborted()
    const place = { priority, network: caller.network ?? '' }
    lastOrder += 1
    // It will take the place of the one that waits.
    if (isWaiting(caller)) return { priority, caller, order: lastOrder, release() {} }
    refuseIfFull(place, caller)
    reserved.add(place)
    const uncount = accounts.add(caller)
    const release = once(() => {
      reserved.remove(place)
      uncount()
    })
    return { priority, caller, order: lastOrder, release }
  }

  function enqueue(entry: Entry) {
    const { ticket, priority, network } = entry
    const earlier = ticket === undefined ? undefined : byTicket.get(ticket)
    if (earlier?.priority === priority && earlier.network === network) {
      waiting.replace(earlier, entry)
    } else {
      if (earlier) waiting.remove(earlier)
      waiting.add(entry, isNewest)
    }
    earlier?.leave()
    earlier?.reject(new JobReplacedError())
    if (ticket !== undefined) byTicket.set(ticket, entry)
    startNext()
  }

  function startNext() {
    while (running < atOnce) {
      const entry = waiting.take(isNewest)
      if (!entry) return
      entry.leave()
      running += 1
      void entry.run().finally(() => {
        running -= 1
        startNext()
      })
    }
  }

  async function runMeasured<T>(job: () => Promise<T>, signal: AbortSignal | undefined) {
    const startedAt = now()
    const release = slots && (await slots.take())
    try {
      signal?.throwIfAborted()
      const result = await job()
      meanMs = averageIn(meanMs, now() - startedAt)
      return result
    } finally {
      release?.()
    }
  }

  async function add<T>(options: HashJobOptions, job: () => Promise<T>): Promise<T> {
    const { priority } = options
    const reservation = 'reservation' in options ? options.reservation : reserve(options)
    const { caller, order } = reservation
    const { ticket, signal, network = '' } = caller
    reservation.release()
    signal?.throwIfAborted()
    const earlier = ticket === undefined ? undefined : byTicket.get(ticket)
    if (earlier && earlier.order > order) throw new JobReplacedError()
    const place = { priority, network }
    if (!earlier && priority !== reservation.priority) refuseIfFull(place, caller)

    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const stopWaiting = (reason: unknown) => {
      waiting.remove(entry)
      entry.leave()
      reject(reason)
    }
    const giveUp = () => stopWaiting(signal?.reason)
    const timeout = setTimeout(
      () => stopWaiting(new OverloadedError(toSeconds(estimateWaitMs(place)))),
      Math.min(maxWaits * maxWaitMs, longestTimeoutMs),
    ).unref()
    const uncount = accounts.add(caller)
    const entry: Entry = {
      ...place,
      ticket,
      order,
      reject,
      run: () => runMeasured(job, signal).then(resolve, reject),
      leave() {
        clearTimeout(timeout)
        signal?.removeEventListener('abort', giveUp)
        uncount()
        if (ticket !== undefined && byTicket.get(ticket) === entry) byTicket.delete(ticket)
      },
    }
    signal?.addEventListener('abort', giveUp)
    enqueue(entry)
    return promise
  }

  return {
    reserve,
    add,
    getPlace(ticket) {
      const entry = byTicket.get(ticket)
      return entry ? waiting.getPlace(entry, isNewest) : null
    },
    getLoad: () => ({ waiting: waiting.size, meanMs }),
  }
}

const toSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))
