/** Limits on the uploads that are under way at one moment. */
export type SlotRules = {
  readonly slots: number
  /** The most slots for one network, so that no visitor can hold them all. */
  readonly slotsPerNetwork: number
  readonly maxWaiting: number
  readonly maxWaitingPerNetwork: number
  readonly slowAfterMs: number
  readonly slowBytesPerSecond: number
}

export type SlotHolder = {
  readonly id: string
  readonly network: string
  readonly heldMs: number
  /** The recent rate, not the average: a fast start does not excuse a slow end. */
  readonly bytesPerSecond: number
  /** The body has arrived completely; the remaining work is the server's. */
  readonly hasArrived: boolean
}

export type SlotWaiter = { readonly id: string; readonly network: string }

export type Slots = {
  readonly holding: readonly SlotHolder[]
  /** In the order they came. */
  readonly waiting: readonly SlotWaiter[]
}

/**
 * The next to get a free slot: of those whose network holds the fewest, the one that has waited
 * longest.
 */
export function findNextWaiter({ holding, waiting }: Slots, rules: SlotRules): string | null {
  if (holding.length >= rules.slots) return null
  const held = countByNetwork(holding)
  let next: SlotWaiter | null = null
  for (const waiter of waiting) {
    const count = held.get(waiter.network) ?? 0
    if (count >= rules.slotsPerNetwork) continue
    if (!next || count < (held.get(next.network) ?? 0)) next = waiter
  }
  return next?.id ?? null
}

/** The request that loses its slot: the slowest one whose slot a waiting request could take. */
export function findSlotToReclaim({ holding, waiting }: Slots, rules: SlotRules): string | null {
  if (waiting.length === 0 || findNextWaiter({ holding, waiting }, rules)) return null
  const slowestFirst = holding
    .filter((holder) => isSlow(holder, rules))
    .toSorted((one, other) => one.bytesPerSecond - other.bytesPerSecond)
  const reclaimed = slowestFirst.find(({ id }) => {
    const others = holding.filter((holder) => holder.id !== id)
    return findNextWaiter({ holding: others, waiting }, rules) !== null
  })
  return reclaimed?.id ?? null
}

/**
 * The request that may not wait: the newest of a network with too many waiting, or with the most of
 * all.
 */
export function findWaiterToReject({ waiting }: Slots, rules: SlotRules): string | null {
  const counts = countByNetwork(waiting)
  const maxOfOneNetwork = Math.max(0, ...counts.values())
  if (maxOfOneNetwork <= rules.maxWaitingPerNetwork && waiting.length <= rules.maxWaiting)
    return null
  return waiting.findLast(({ network }) => counts.get(network) === maxOfOneNetwork)?.id ?? null
}

function isSlow({ hasArrived, heldMs, bytesPerSecond }: SlotHolder, rules: SlotRules): boolean {
  return !hasArrived && heldMs >= rules.slowAfterMs && bytesPerSecond < rules.slowBytesPerSecond
}

function countByNetwork(uploads: readonly { readonly network: string }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { network } of uploads) counts.set(network, (counts.get(network) ?? 0) + 1)
  return counts
}
