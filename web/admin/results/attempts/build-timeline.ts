import { formatDuration } from '#contract/format.ts'
import type { AttemptEvent, AttemptPlace, TimeAdjustment } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { buildEventTimeline, type TimelineEntry } from '#core/proctoring/event-timeline.ts'
import { isLate } from '#core/proctoring/late-events.ts'
import type { RecordedKind } from '#core/proctoring/policy.ts'

export type AttemptTimelineEntry = {
  readonly key: string
  readonly at: number
  readonly kind: RecordedKind | TimeAdjustment['kind'] | 'started' | 'ended' | 'place'
  readonly name: string
  readonly detail: string
  readonly durationMs: number | null
}

/** Everything seen and noticed, changes by admins, the start and each end, oldest first. */
export function buildTimeline(
  attempt: Attempt,
  events: readonly AttemptEvent[],
  changes: readonly TimeAdjustment[],
  places: readonly AttemptPlace[],
): readonly AttemptTimelineEntry[] {
  const parsedEvents = events.map(({ _id: id, kind, at, receivedAt, durationMs }) => {
    return { id, kind, at: Date.parse(at), receivedAt: Date.parse(receivedAt), durationMs }
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
        detail: [getLikelyCause(entry), describeArrival(entry)].filter(Boolean).join(' '),
        durationMs: entry.durationMs,
      }),
    ),
    ...places.slice(1).map(toPlaceEntry),
    ...changes.flatMap((change) => [
      ...(change.undid ? [createEndEntry(`end before ${change._id}`, change.undid)] : []),
      toChangeEntry(change),
    ]),
    ...toEndEntries(attempt),
  ].toSorted((first, second) => first.at - second.at)
}

/** Each after the first: the device that it was started on. */
function toPlaceEntry({ address, device, firstAt }: AttemptPlace): AttemptTimelineEntry {
  const at = Date.parse(firstAt)
  const key = `place ${firstAt} ${address} ${device}`
  const detail = `${device}, ${address}.`
  return { key, at, kind: 'place', name: 'Another device or network', detail, durationMs: null }
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

const eventLabels: Readonly<Record<RecordedKind, string>> = {
  devtools: 'Developer tools opened',
  hidden: 'Quiz tab hidden',
  blur: 'Another window in front',
  'short-blur': 'Another window, briefly',
  refresh: 'Page reloaded or closed',
  back: 'Back button pressed',
  'blocked-key': 'Blocked key pressed',
  'context-menu': 'Context menu asked for',
  offline: 'Connection lost',
  online: 'Connection back',
  'window-gap': 'Window not free at the start',
  'no-reload-prompt': 'Browser asks nothing before a reload',
  'warning-read': 'Warning read',
  pause: 'Paused by the institute',
  resume: 'Quiz opened again',
  silence: 'No contact',
  'other-device': 'Also open on another device',
}

export function toEventLabel({ kind, times }: Pick<TimelineEntry, 'kind' | 'times'>): string {
  return times > 1 ? `${eventLabels[kind]} ${times} times` : eventLabels[kind]
}

/** Events that waited on the device arrive long after they happened. */
function describeArrival(entry: TimelineEntry): string {
  if (entry.kind === 'silence' || !isLate(entry)) return ''
  return `It reached the server ${formatDuration(entry.receivedAt - entry.at)} later, when the device was online again.`
}

const accidentalMs = 3_000
const glanceMs = 30_000

/** The likely cause, in words for the person who must decide; never a verdict. */
export function getLikelyCause({
  kind,
  durationMs,
  times,
}: Pick<TimelineEntry, 'kind' | 'durationMs' | 'times'>): string {
  switch (kind) {
    case 'hidden':
      return `Another tab or program, or a locked screen. ${describeAbsence(durationMs)}`
    case 'blur':
      return `A chat pop-up, a system message or another program. ${describeAbsence(durationMs)}`
    case 'short-blur':
      return `Perhaps the lists or settings of a screen reader. ${describeAbsence(durationMs)} With assistive tools, less than 20 seconds count nothing.`
    case 'devtools':
      return 'The page lost more than 160 pixels inside its window: developer tools, or a side panel of the browser.'
    case 'refresh':
      return 'A reload, a closed tab or a crash: browsers do not tell which.'
    case 'back':
      return 'The back button, or a swipe to the side on a touchpad or phone.'
    case 'blocked-key':
      return times > 1
        ? 'Copying, pasting, saving, reloading or developer tools, tried again and again. Prevented each time.'
        : 'Copying, pasting, saving, reloading or developer tools, perhaps out of habit. Prevented.'
    case 'context-menu':
      return 'A right click or a long press. Prevented.'
    case 'offline':
      return describeDisconnection(durationMs)
    case 'online':
      return 'When it was lost was not reported.'
    case 'window-gap':
      return 'Room was taken beside or below the page before the quiz began: developer tools, a side panel of the browser, or a zoomed page. It counts nothing; what is opened later does.'
    case 'no-reload-prompt':
      return 'The browser said so of itself, as iPhones and iPads do. In a strict test the first reload only warns, if the page is back within a minute; the second ends the attempt.'
    case 'warning-read':
      return 'The student pressed “I understand”. Where the test warns, the warning counts from here.'
    case 'pause':
      return durationMs === null
        ? 'The clock stands still. Nothing that happens now counts as a violation.'
        : 'The clock stood still, and the deadline moved by as much. Nothing in it counted.'
    case 'resume':
      return 'The page was loaded again: after a reload, a crash or a closed tab, or on another device.'
    case 'silence':
      return 'Switched off, asleep, closed, or without a network: nothing arrived, and nothing was reported.'
    case 'other-device':
      return 'Two devices had the quiz open within one minute. Both screens said so.'
  }
}

function describeAbsence(ms: number | null): string {
  if (ms === null) return 'How long it lasted is not known.'
  if (ms < accidentalMs) return 'Probably a slip: too short to read anything.'
  if (ms < glanceMs) return 'Long enough to read a message.'
  return 'Long enough to look something up or to ask somebody.'
}

function describeDisconnection(ms: number | null): string {
  if (ms === null) return 'Its return was not reported: still away, or the device was switched off.'
  return ms < glanceMs
    ? 'A short break, as with weak Wi-Fi. Answers waited on the device.'
    : 'The network was away. Answers waited on the device while the clock ran on.'
}
