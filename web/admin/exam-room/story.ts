import type { AttemptEvent, TimeAdjustment } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { buildEventTimeline } from '#core/proctoring/event-timeline.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import { getLikelyCause, toEventLabel } from '../results/attempts/event-labels.ts'

export type Entry = {
  readonly key: string
  readonly at: number
  readonly look: EventKind | TimeAdjustment['kind'] | 'started' | 'ended'
  readonly name: string
  readonly says: string
  readonly durationMs: number | null
}

/** What the browser saw, what admins changed, the start, and each end, oldest first. */
export function storyOf(
  attempt: Attempt,
  events: readonly AttemptEvent[],
  changes: readonly TimeAdjustment[],
): readonly Entry[] {
  const seen = events.map(({ _id: id, kind, at, durationMs }) => {
    return { id, kind, at: Date.parse(at), durationMs }
  })
  // Where two fall on one millisecond, what led to the other stands first.
  return [
    startOf(attempt),
    ...buildEventTimeline(seen).map(
      (moment): Entry => ({
        key: moment.id,
        at: moment.at,
        look: moment.kind,
        name: toEventLabel(moment),
        says: getLikelyCause(moment),
        durationMs: moment.durationMs,
      }),
    ),
    ...changes.flatMap((change) => [
      ...(change.undid ? [endAt(`end before ${change._id}`, change.undid)] : []),
      entryOfChange(change),
    ]),
    ...endOf(attempt),
  ].toSorted((one, other) => one.at - other.at)
}

function startOf({ startTime }: Attempt): Entry {
  const at = Date.parse(startTime)
  return { key: 'start', at, look: 'started', name: 'Started', says: '', durationMs: null }
}

function endOf({ endTime, finishReason }: Attempt): readonly Entry[] {
  return endTime === null ? [] : [endAt('end', { endTime, finishReason: finishReason ?? '' })]
}

function endAt(
  key: string,
  { endTime, finishReason }: NonNullable<TimeAdjustment['undid']>,
): Entry {
  const at = Date.parse(endTime)
  return { key, at, look: 'ended', name: 'Ended', says: finishReason, durationMs: null }
}

function entryOfChange({ _id, at, kind, by, minutes, why }: TimeAdjustment): Entry {
  const who = by ?? 'an erased account'
  const added = minutes === null ? '' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return {
    key: _id,
    at: Date.parse(at),
    look: kind,
    name: kind === 'reopened' ? `Reopened by ${who}` : `Time added by ${who}`,
    says: [added, why].filter(Boolean).join(': '),
    durationMs: null,
  }
}
