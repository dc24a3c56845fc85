import { createSeededRandom } from '../random.ts'

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

/** A seed for the part-th list shuffled by one seed, so that two lists do not move alike. */
export function deriveSeed(seed: number, listIndex: number): number {
  return Math.imul(seed ^ Math.imul(listIndex + 1, 0x9e3779b1), 0x85ebca6b) >>> 0
}
