/** Chooses by the numbers of an act, so that the same numbers choose alike again. */
export type Pick = {
  /** From 0 to `max`. */
  nat(max: number): number
  flag(): boolean
  /** Undefined if there is nothing to choose from. */
  of<T>(list: readonly T[]): T | undefined
  /** At least one, if there are any. */
  some<T>(list: readonly T[]): T[]
}

export function createPick(numbers: readonly number[]): Pick {
  let at = 0
  const next = () => numbers[at++ % numbers.length] ?? 0
  const of = <T>(list: readonly T[]) => list[next() % Math.max(1, list.length)]
  return {
    nat: (max) => next() % (max + 1),
    flag: () => next() % 2 === 1,
    of,
    some(list) {
      const bits = next()
      const chosen = list.filter((_, index) => (bits >> (index % 9)) % 2 === 1)
      return chosen.length > 0 ? chosen : list.slice(0, 1)
    },
  }
}
