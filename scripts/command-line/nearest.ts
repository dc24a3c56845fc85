/** The word that takes the fewest changed, added and left out letters to become the typed one. */
export function findNearest(typed: string, known: readonly string[]): string {
  const distances = known.map((word) => ({ word, distance: countEdits(typed, word) }))
  return distances.toSorted((a, b) => a.distance - b.distance)[0]?.word ?? ''
}

function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (const [column, other] of [...to].entries()) {
      const kept = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(kept, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
