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

type Place = { readonly index: number; readonly at: number }

/** Oldest first, in whatever order they arrived. */
export function momentsOf(events: readonly SeenEvent[]): readonly Moment[] {
  const moments: Moment[] = []
  let away: Place | null = null
  for (const event of events.toSorted((one, other) => one.at - other.at)) {
    const found = indexOf(moments, event, away)
    const before = moments[found]
    const index = before ? found : moments.length
    moments[index] = before ? joined(before, event) : { ...event, times: 1, lastAt: event.at }
    if (isAway(event.kind)) away = { index, at: event.at }
  }
  return moments
}

/** The moment that this event belongs to; -1 where it begins one of its own. */
function indexOf(moments: readonly Moment[], { kind, at }: SeenEvent, away: Place | null): number {
  if (kind === 'online') {
    return moments.findLastIndex((one) => one.kind === 'offline' && one.lastAt === one.at)
  }
  // As violations are counted: a page that is closed loses the focus on its way.
  if (isAway(kind) || kind === 'refresh') {
    return away && at - away.at <= togetherMs ? away.index : -1
  }
  const last = moments.at(-1)
  const isRow = inRows.has(kind) && last?.kind === kind && at - last.lastAt <= rowMs
  return isRow ? moments.length - 1 : -1
}

function joined(before: Moment, event: SeenEvent): Moment {
  const lastAt = event.at
  if (event.kind === 'online') return { ...before, lastAt, durationMs: lastAt - before.at }
  return {
    ...before,
    lastAt,
    kind: moreTelling(before.kind, event.kind),
    durationMs: longest(before.durationMs, event.durationMs),
    times: inRows.has(event.kind) ? before.times + 1 : 1,
  }
}

/** A reload says more than the hidden tab before it, which says more than a lost focus. */
function moreTelling(one: EventKind, other: EventKind): EventKind {
  return (['refresh', 'hidden'] as const).find((kind) => kind === one || kind === other) ?? one
}

function longest(one: number | null, other: number | null): number | null {
  if (one === null) return other
  return other === null ? one : Math.max(one, other)
}
