import { type PresenceState, presenceStates } from './presence.ts'

export type StateCounts = Readonly<Record<PresenceState, number>>

export function countStates(rows: Iterable<{ readonly state: PresenceState }>): StateCounts {
  const counts = Object.fromEntries(presenceStates.map((state) => [state, 0])) as Record<
    PresenceState,
    number
  >
  for (const { state } of rows) counts[state] += 1
  return counts
}

/** The counts last announced, and when, by any clock in ms. */
export type SpokenCounts = { readonly counts: StateCounts; readonly at: number }

export const summaryPauseMs = 10_000

/** States whose numbers are spoken. `quiet` comes and goes with every breath of the net. */
const spokenStates = [
  ['offline', 'offline'],
  ['away', 'away'],
  ['paused', 'paused'],
  ['finished', 'finished'],
] as const

/**
 * One sentence for all that has changed since the last one, at most every 10 s: "3 students
 * offline, nobody away." Null where there is nothing to say, or not yet.
 */
export function summarizeChanges(
  last: SpokenCounts,
  counts: StateCounts,
  at: number,
): { readonly text: string; readonly spoken: SpokenCounts } | null {
  if (at - last.at < summaryPauseMs) return null
  const parts = spokenStates
    .filter(([state]) => counts[state] !== last.counts[state])
    .map(([state, word]) => `${toSubject(counts[state])} ${word}`)
  if (parts.length === 0) return null
  const text = `${parts.join(', ')}.`
  return { text: text.charAt(0).toUpperCase() + text.slice(1), spoken: { counts, at } }
}

function toSubject(count: number): string {
  if (count === 0) return 'nobody'
  return count === 1 ? '1 student' : `${count} students`
}
