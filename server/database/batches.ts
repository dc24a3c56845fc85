type Waiting<Item, Result> = {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Gives one result for each item, in their order. */
type Run<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

const maxItems = 500

/**
 * Items added within a turn of the event loop, or while a batch runs, share the next batch. None
 * joins a batch that has begun, so that each sees everything committed before it was added. Items
 * with the same key never share a batch, and keep their order.
 */
export function createBatches<Item, Result>(
  run: Run<Item, Result>,
  getKey?: (item: Item) => string,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isRunning = false

  async function runNext() {
    const batch = takeBatch()
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    isRunning = waiting.length > 0
    if (isRunning) setImmediate(runNext)
  }

  function takeBatch() {
    const keys = new Set<string>()
    const batch: Waiting<Item, Result>[] = []
    const rest: Waiting<Item, Result>[] = []
    for (const one of waiting) {
      const key = getKey?.(one.item)
      const isTaken = batch.length < maxItems && (key === undefined || !keys.has(key))
      if (isTaken) batch.push(one)
      else rest.push(one)
      if (key !== undefined) keys.add(key)
    }
    waiting = rest
    return batch
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isRunning) return
      isRunning = true
      setImmediate(runNext)
    })
}
