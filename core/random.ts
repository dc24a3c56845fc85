/** From 0 (included) to 1 (excluded). */
export type RandomNumber = () => number

/** The same seed gives the same numbers in the same order. Predictable: never for a secret. */
export function createSeededRandom(seed: number): RandomNumber {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * The numbers 0 to count - 1 in an order fixed by the seed: Fisher-Yates over a small generator.
 * The seed is not a secret: it is stored so that a reload shows the same order.
 */
export function shuffleIndexes(count: number, seed: number): number[] {
  const random = createSeededRandom(seed)
  const order = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const pick = Math.floor(random() * (last + 1))
    const swapped = order[last] as number
    order[last] = order[pick] as number
    order[pick] = swapped
  }
  return order
}

/** A seed of its own for each list shuffled under one seed, so that no two lists move alike. */
export function deriveSeed(seed: number, listIndex: number): number {
  return Math.imul(seed ^ Math.imul(listIndex + 1, 0x9e3779b1), 0x85ebca6b) >>> 0
}
