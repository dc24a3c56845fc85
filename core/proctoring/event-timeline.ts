import {
  compareEvents,
  isAway,
  isPartOfLast,
  nothingSeen,
  type RecordedKind,
  toLastSeen,
} from './policy.ts'

export type RecordedEvent = {
  readonly id: string
  readonly kind: RecordedKind
  readonly at: number
  /** Long after `at` if it waited on the device. */
  readonly receivedAt: number
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
const repeatableKinds: ReadonlySet<RecordedKind> = new Set(['blocked-key', 'context-menu'])

/** Oldest first, in whatever order they arrived. */
export function buildEventTimeline(events: readonly RecordedEvent[]): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = []
  let last = nothingSeen
  let leavingIndex = -1
  for (const event of events.toSorted(compareEvents)) {
    const isSame = isPartOfLast(event, last)
    const entryIndex = isSame ? leavingIndex : findEntryIndex(entries, event)
    const before = entries[entryIndex]
    const index = before ? entryIndex : entries.length
    entries[index] = before ? mergeEvent(before, event) : { ...event, times: 1, lastAt: event.at }
    if (isAway(event.kind) || event.kind === 'devtools') leavingIndex = index
    last = toLastSeen(event, last)
  }
  return entries.filter((entry) => !entries.some((other) => isExplainedBy(entry, other)))
}

/** Between two calls of a page that is in sight. */
const pollSlackMs = 20_000

/** A page that is hidden or offline calls nobody: one line says it. */
function isExplainedBy(entry: TimelineEntry, other: TimelineEntry): boolean {
  if (entry.kind !== 'silence' || other.kind === 'silence') return false
  const end = entry.at + (entry.durationMs ?? 0)
  const otherEnd = other.at + (other.durationMs ?? 0)
  return Math.abs(other.at - entry.at) <= pollSlackMs && otherEnd >= end - pollSlackMs
}

/** The index of the entry that this event belongs to; -1 if it starts a new one. */
function findEntryIndex(entries: readonly TimelineEntry[], { kind, at }: RecordedEvent): number {
  if (kind === 'online') {
    return entries.findLastIndex((one) => one.kind === 'offline' && one.lastAt === one.at)
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

/** Developer tools and a reload are more telling than a hidden tab, and that than a lost focus. */
function getMoreSpecificKind(one: RecordedKind, other: RecordedKind): RecordedKind {
  return (
    (['devtools', 'refresh', 'hidden'] as const).find((kind) => kind === one || kind === other) ??
    one
  )
}

function getLongerDuration(one: number | null, other: number | null): number | null {
  if (one === null) return other
  return other === null ? one : Math.max(one, other)
}
