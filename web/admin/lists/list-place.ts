/** How far into which list the reader is. */
export type ListPlace = {
  /** Search, filters and order. */
  readonly query: string
  readonly page: number
  readonly shown: number
  readonly total: number
}

/**
 * True if the reader has gone on in the same list, to be announced to a screen reader. A list that
 * opens, a search and a row that comes by itself are no such step.
 */
export function hasGoneOn(before: ListPlace, now: ListPlace): boolean {
  if (before.query !== now.query) return false
  return before.page !== now.page || (before.shown < before.total && before.shown < now.shown)
}
