import type { AttemptEvent, TimeAdjustment } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { buildEventTimeline } from '#core/proctoring/event-timeline.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import { getLikelyCause, toEventLabel } from './event-labels.ts'

export type AttemptTimelineEntry = {
  readonly key: string
  readonly at: number
  readonly kind: EventKind | TimeAdjustment['kind'] | 'started' | 'ended'
  readonly name: string
  readonly detail: string
  readonly durationMs: number | null
}

/** Events of the browser, changes by admins, the start and each end, oldest first. */
export function buildTimeline(
  attempt: Attempt,
  events: readonly AttemptEvent[],
  changes: readonly TimeAdjustment[],
): readonly AttemptTimelineEntry[] {
  const parsedEvents = events.map(({ _id: id, kind, at, durationMs }) => {
    return { id, kind, at: Date.parse(at), durationMs }
  })
  // The sort is stable: of two entries in the same millisecond, the cause is before the effect.
  return [
    toStartEntry(attempt),
    ...buildEventTimeline(parsedEvents).map(
      (entry): AttemptTimelineEntry => ({
        key: entry.id,
        at: entry.at,
        kind: entry.kind,
        name: toEventLabel(entry),
        detail: getLikelyCause(entry),
        durationMs: entry.durationMs,
      }),
    ),
    ...changes.flatMap((change) => [
      ...(change.undid ? [createEndEntry(`end before ${change._id}`, change.undid)] : []),
      toChangeEntry(change),
    ]),
    ...toEndEntries(attempt),
  ].toSorted((first, second) => first.at - second.at)
}

function toStartEntry({ startTime }: Attempt): AttemptTimelineEntry {
  const at = Date.parse(startTime)
  return { key: 'start', at, kind: 'started', name: 'Started', detail: '', durationMs: null }
}

function toEndEntries({ endTime, finishReason }: Attempt): readonly AttemptTimelineEntry[] {
  return endTime === null
    ? []
    : [createEndEntry('end', { endTime, finishReason: finishReason ?? '' })]
}

function createEndEntry(
  key: string,
  { endTime, finishReason }: NonNullable<TimeAdjustment['undid']>,
): AttemptTimelineEntry {
  const at = Date.parse(endTime)
  return { key, at, kind: 'ended', name: 'Ended', detail: finishReason, durationMs: null }
}

function toChangeEntry({ _id, at, kind, by, minutes, why }: TimeAdjustment): AttemptTimelineEntry {
  const author = by ?? 'an erased account'
  const added = minutes === null ? '' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return {
    key: _id,
    at: Date.parse(at),
    kind: kind,
    name: kind === 'reopened' ? `Reopened by ${author}` : `Time added by ${author}`,
    detail: [added, why].filter(Boolean).join(': '),
    durationMs: null,
  }
}
