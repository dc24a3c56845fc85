/** The items with one of them moved to a place from 0, the nearest one where that lies outside. */
export function moveItem<Item extends { readonly key: string }>(
  items: readonly Item[],
  key: string,
  to: number,
): readonly Item[] {
  const from = items.findIndex((item) => item.key === key)
  const moved = items[from]
  if (!moved) return items
  const place = Math.max(0, Math.min(items.length - 1, to))
  return place === from ? items : items.toSpliced(from, 1).toSpliced(place, 0, moved)
}

/** A typed number as a place from 0; null unless it is a whole number from 1 to `count`. */
export function parsePlace(typed: string, count: number): number | null {
  const number = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0
  return number >= 1 && number <= count ? number - 1 : null
}
