import { type EventKind, isAway, togetherMs } from './integrity.ts'

export type SeenEvent = {
  readonly id: string
  readonly kind: EventKind
  readonly at: number
  readonly durationMs: number | null
}

/** One line for a reader: what belongs together is one moment. */
export type Moment = SeenEvent & {
  /** How often it was seen in a row. */
  readonly times: number
  readonly lastAt: number
}

/** Keys held down or pressed in a row read as one moment. */
const rowMs = 10_000
const inRows: ReadonlySet<EventKind> = new Set(['blocked-key', 'context-menu'])

/** Oldest first, in whatever order they arrived. */
export function momentsOf(events: readonly SeenEvent[]): readonly Moment[] {
  const moments: Moment[] = []
  for (const event of events.toSorted((one, other) => one.at - other.at)) {
    const place = placeOf(moments, event)
    const before = moments[place]
    if (before) moments[place] = joined(before, event)
    else moments.push({ ...event, times: 1, lastAt: event.at })
  }
  return moments
}

/** The moment that this event belongs to; -1 where it begins one of its own. */
function placeOf(moments: readonly Moment[], event: SeenEvent): number {
  if (event.kind === 'online') {
    return moments.findLastIndex(({ kind, at, lastAt }) => kind === 'offline' && lastAt === at)
  }
  const isNear = (place: number, ms: number) => {
    const before = moments[place]
    return before !== undefined && event.at - before.lastAt <= ms ? place : -1
  }
  if (isAway(event.kind))
    return isNear(
      moments.findLastIndex(({ kind }) => isAway(kind)),
      togetherMs,
    )
  const isRow = inRows.has(event.kind) && moments.at(-1)?.kind === event.kind
  return isRow ? isNear(moments.length - 1, rowMs) : -1
}

function joined(before: Moment, event: SeenEvent): Moment {
  const lastAt = event.at
  if (event.kind === 'online') return { ...before, lastAt, durationMs: lastAt - before.at }
  return {
    ...before,
    lastAt,
    // A hidden tab says more than a window that lost the focus.
    kind: event.kind === 'hidden' ? 'hidden' : before.kind,
    durationMs: longest(before.durationMs, event.durationMs),
    times: inRows.has(event.kind) ? before.times + 1 : 1,
  }
}

function longest(one: number | null, other: number | null): number | null {
  if (one === null) return other
  return other === null ? one : Math.max(one, other)
}
