import { compareEvents, type EventKind, isAway, mergeWindowMs } from './policy.ts'

export type RecordedEvent = {
  readonly id: string
  readonly kind: EventKind
  readonly at: number
  readonly durationMs: number | null
}

/** One line of the timeline; events that belong together share one. */
export type TimelineEntry = RecordedEvent & {
  /** How often it was seen in a row. */
  readonly times: number
  readonly lastAt: number
}

/** Keys held down or pressed in a row share one entry. */
const repeatWindowMs = 10_000
const repeatableKinds: ReadonlySet<EventKind> = new Set(['blocked-key', 'context-menu'])

type AwayPosition = { readonly index: number; readonly at: number }

/** Oldest first, in whatever order they arrived. */
export function buildEventTimeline(events: readonly RecordedEvent[]): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = []
  let away: AwayPosition | null = null
  for (const event of events.toSorted(compareEvents)) {
    const entryIndex = findEntryIndex(entries, event, away)
    const before = entries[entryIndex]
    const index = before ? entryIndex : entries.length
    entries[index] = before ? mergeEvent(before, event) : { ...event, times: 1, lastAt: event.at }
    if (isAway(event.kind)) away = { index, at: event.at }
  }
  return entries
}

/** The index of the entry that this event belongs to; -1 if it starts a new one. */
function findEntryIndex(
  entries: readonly TimelineEntry[],
  { kind, at }: RecordedEvent,
  away: AwayPosition | null,
): number {
  if (kind === 'online') {
    return entries.findLastIndex((one) => one.kind === 'offline' && one.lastAt === one.at)
  }
  // As in counting violations: closing a page also makes it lose focus.
  if (isAway(kind) || kind === 'refresh') {
    return away && at - away.at <= mergeWindowMs ? away.index : -1
  }
  const last = entries.at(-1)
  const isRepeat =
    repeatableKinds.has(kind) && last?.kind === kind && at - last.lastAt <= repeatWindowMs
  return isRepeat ? entries.length - 1 : -1
}

function mergeEvent(before: TimelineEntry, event: RecordedEvent): TimelineEntry {
  const lastAt = event.at
  if (event.kind === 'online') return { ...before, lastAt, durationMs: lastAt - before.at }
  return {
    ...before,
    lastAt,
    kind: getMoreSpecificKind(before.kind, event.kind),
    durationMs: getLongerDuration(before.durationMs, event.durationMs),
    times: repeatableKinds.has(event.kind) ? before.times + 1 : 1,
  }
}

/** A reload is more telling than the hidden tab before it, and that more than a lost focus. */
function getMoreSpecificKind(one: EventKind, other: EventKind): EventKind {
  return (['refresh', 'hidden'] as const).find((kind) => kind === one || kind === other) ?? one
}

function getLongerDuration(one: number | null, other: number | null): number | null {
  if (one === null) return other
  return other === null ? one : Math.max(one, other)
}
