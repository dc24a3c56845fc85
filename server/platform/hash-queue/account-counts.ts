type AccountOrigin = {
  readonly account?: string | undefined
  readonly network?: string | undefined
}

/** How many jobs of each account wait, by the network that they came from. */
export function createAccountCounts() {
  const counts = new Map<string, number>()
  const toKey = ({ account, network = '' }: AccountOrigin) => `${network} ${account}`
  const count = (caller: AccountOrigin) =>
    caller.account === undefined ? 0 : (counts.get(toKey(caller)) ?? 0)
  return {
    count,
    /** @returns what takes it back, once. */
    add(caller: AccountOrigin): () => void {
      const key = toKey(caller)
      counts.set(key, count(caller) + 1)
      return once(() => {
        const others = count(caller) - 1
        if (others > 0) counts.set(key, others)
        else counts.delete(key)
      })
    },
  }
}

/** Further calls do nothing. */
export function once(run: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    run()
  }
}
