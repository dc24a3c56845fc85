/** Some at a time: an engine takes only so many values in one statement. */
export function* toBatches<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}
