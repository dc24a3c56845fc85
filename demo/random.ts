import { createSeededRandom } from '#core/random.ts'

export type Random = {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  /** An integer, both ends included. */
  between(least: number, most: number): number
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T
}

/** The same seed gives the same choices in the same order, so that all demos are alike. */
export function createRandom(seed: number): Random {
  const next = createSeededRandom(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick: (from) => {
      const picked = from[between(0, from.length - 1)]
      if (picked === undefined) throw new Error('There is nothing to pick from')
      return picked
    },
  }
}
