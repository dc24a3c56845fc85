import type { AttemptChange, AttemptEvent } from '#contract/exam-room.ts'
import type { Attempt } from '#contract/results.ts'
import { guessOf, nameOfMoment } from '#core/event-words.ts'
import type { EventKind } from '#core/integrity.ts'
import { momentsOf } from '#core/timeline.ts'

export type Entry = {
  readonly key: string
  readonly at: number
  readonly look: EventKind | AttemptChange['kind'] | 'started' | 'ended'
  readonly name: string
  readonly says: string
  readonly durationMs: number | null
}

/** What the browser saw, what admins changed, the start, and each end, oldest first. */
export function storyOf(
  attempt: Attempt,
  events: readonly AttemptEvent[],
  changes: readonly AttemptChange[],
): readonly Entry[] {
  const seen = events.map(({ _id: id, kind, at, durationMs }) => {
    return { id, kind, at: Date.parse(at), durationMs }
  })
  // Where two fall on one millisecond, what led to the other stands first.
  return [
    startOf(attempt),
    ...momentsOf(seen).map(
      (moment): Entry => ({
        key: moment.id,
        at: moment.at,
        look: moment.kind,
        name: nameOfMoment(moment),
        says: guessOf(moment),
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

function endAt(key: string, { endTime, finishReason }: NonNullable<AttemptChange['undid']>): Entry {
  const at = Date.parse(endTime)
  return { key, at, look: 'ended', name: 'Ended', says: finishReason, durationMs: null }
}

function entryOfChange({ _id, at, kind, by, minutes, why }: AttemptChange): Entry {
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
