import { type FinishReason, forcedReasons } from '../attempts/attempt.ts'
import type { IntegrityMode } from '../exams/exam.ts'
import type { IncidentKind } from './incident-kinds.ts'
import { listPauses } from './late-events.ts'
import { countPausedMs, isDuringPause, type Pause } from './pauses.ts'
import { isViolation, type RecordedKind } from './policy.ts'
import { isBriefSilence, isLostPage, listLostPages } from './silence.ts'

export type IncidentEvent = {
  readonly id: string
  readonly kind: RecordedKind
  readonly at: number
  readonly receivedAt: number
  readonly durationMs: number | null
  /** Null if no call reported it: a silence while the server itself was off. */
  readonly reportedAt: number | null
}

/** An end that the student did not choose, also one that was undone since. */
export type IncidentEnd = { readonly at: number; readonly reason: FinishReason }

export type Incident = {
  /** The id of the event that arrived first: later events never change it. */
  readonly id: string
  /** Ids of all events of the incident, in order of arrival; then of the ends. */
  readonly ids: readonly string[]
  readonly kind: IncidentKind
  readonly at: number
  /** When the server first received a report of it. */
  readonly receivedAt: number
  /** How long the student was away; null if that is not known, or it took no time. */
  readonly durationMs: number | null
  /** The end that it led to; null if the attempt went on. */
  readonly end: IncidentEnd | null
  /** A silence after which the same page went on: an incident only if it happened to several. */
  readonly isBrief: boolean
  /** When the attempt's clock stood still; nothing is lost then. */
  readonly pauses: readonly Pause[]
}

/** Without what belongs to the whole attempt. */
type OwnIncident = Omit<Incident, 'pauses'>

/** A shorter break changes nothing: as long as answers are taken after the deadline. */
const shortestOfflineMs = 15_000
/** Events that one moment of one student causes come within this time. */
const oneMomentMs = 5_000

/** All incidents of one attempt, oldest first. */
export function listIncidents(
  attempt: {
    readonly id: string
    readonly events: readonly IncidentEvent[]
    readonly ends: readonly IncidentEnd[]
  },
  mode: IntegrityMode,
): readonly Incident[] {
  const pauses = listPauses(attempt.events)
  const outages = listOutages(attempt.events, pauses, mode)
  const isInOutage = (at: number) => outages.some((outage) => isWithin(at, outage))
  const counted = attempt.events.filter(
    ({ kind, at }) =>
      mode !== 'observe' &&
      isViolation(kind, mode) &&
      !isDuringPause(pauses, at) &&
      !(isLostPage(kind) && isInOutage(at)),
  )
  const moments = [...outages, ...groupByMoment(counted).map(toMoment)]
  const places = attempt.events.filter(({ kind }) => kind === 'other-device').map(toSecondPlace)
  const byOldest = attempt.ends.toSorted((one, other) => one.at - other.at)
  const byCause = Map.groupBy(byOldest, (end) => findCause(moments, end) ?? null)
  const caused = moments.map((moment) => addEnds(moment, byCause.get(moment) ?? [], attempt.id))
  const unexplained = (byCause.get(null) ?? []).map((end) => toEndOnly(attempt.id, end))
  const all = [...caused, ...places, ...unexplained].map((one) => ({ ...one, pauses }))
  return all.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
}

/**
 * The spans without a connection. What the device says is more exact, and what the server noticed
 * limits it: both of one outage are one.
 */
function listOutages(
  events: readonly IncidentEvent[],
  pauses: readonly Pause[],
  mode: IntegrityMode,
): OwnIncident[] {
  const lostPages = listLostPages(events, mode)
  const spans = events.filter(
    ({ kind, durationMs }) =>
      kind === 'silence' ||
      (kind === 'offline' && (durationMs === null || durationMs >= shortestOfflineMs)),
  )
  const groups: IncidentEvent[][] = []
  for (const span of spans.toSorted((one, other) => one.at - other.at)) {
    const group = groups.at(-1)
    if (group && span.at <= Math.max(...group.map(getEnd))) group.push(span)
    else groups.push([span])
  }
  const outages = groups.map((group): OwnIncident => {
    const reported = group.filter(({ kind }) => kind === 'offline')
    const noticed = group.filter(({ kind }) => kind === 'silence')
    const outer = toSpan(noticed.length > 0 ? noticed : reported)
    const inner = toSpan(reported.length > 0 ? reported : noticed)
    const at = Math.max(outer.at, inner.at)
    // A device that never reported its return was away until its next contact.
    const end = inner.end > at ? Math.min(outer.end, inner.end) : outer.end
    const pausedMs = countPausedMs(pauses, at, end - at)
    const isReceivedAgain = group.every(
      ({ kind, reportedAt }) => kind === 'silence' && reportedAt !== null,
    )
    return {
      ...toFirst(group),
      kind: 'offline',
      at,
      durationMs: end > at ? end - at : null,
      end: null,
      isBrief: isReceivedAgain && isBriefSilence({ at, durationMs: end - at, pausedMs }, lostPages),
    }
  })
  return outages.filter(
    ({ at, durationMs }) =>
      durationMs === null ||
      durationMs - countPausedMs(pauses, at, durationMs) >= shortestOfflineMs,
  )
}

function getEnd({ at, durationMs }: IncidentEvent): number {
  return at + (durationMs ?? 0)
}

function toSpan(events: readonly IncidentEvent[]) {
  return {
    at: Math.min(...events.map(({ at }) => at)),
    end: Math.max(...events.map(getEnd)),
  }
}

function isWithin(at: number, { at: start, durationMs }: OwnIncident): boolean {
  return at >= start && at <= start + (durationMs ?? 0) + oneMomentMs
}

function groupByMoment(events: readonly IncidentEvent[]): readonly (readonly IncidentEvent[])[] {
  const groups: IncidentEvent[][] = []
  for (const event of events.toSorted((one, other) => one.at - other.at)) {
    const group = groups.at(-1)
    if (group?.[0] && event.at - group[0].at <= oneMomentMs) group.push(event)
    else groups.push([event])
  }
  return groups
}

const fromVagueToTelling: readonly IncidentKind[] = ['left', 'closed', 'back', 'devtools']

function toMoment(group: readonly IncidentEvent[]): OwnIncident {
  const kinds = group.map(({ kind }) => toKind(kind))
  const durations = group.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]))
  return {
    ...toFirst(group),
    kind: fromVagueToTelling.findLast((kind) => kinds.includes(kind)) ?? 'left',
    at: Math.min(...group.map(({ at }) => at)),
    durationMs: durations.length > 0 ? Math.max(...durations) : null,
    end: null,
    isBrief: false,
  }
}

function toKind(kind: RecordedKind): IncidentKind {
  if (kind === 'refresh') return 'closed'
  return kind === 'devtools' || kind === 'back' ? kind : 'left'
}

function toFirst(group: readonly IncidentEvent[]) {
  const byArrival = group.toSorted(
    (one, other) => one.receivedAt - other.receivedAt || (one.id < other.id ? -1 : 1),
  )
  const [first] = byArrival as [IncidentEvent, ...IncidentEvent[]]
  return { id: first.id, ids: byArrival.map(({ id }) => id), receivedAt: first.receivedAt }
}

function toSecondPlace({ id, at, receivedAt }: IncidentEvent): OwnIncident {
  return {
    id,
    ids: [id],
    kind: 'two-places',
    at,
    receivedAt,
    durationMs: null,
    end: null,
    isBrief: false,
  }
}

const kindByReason: Partial<Record<FinishReason, IncidentKind>> = {
  'Time expired': 'time-up',
  'Ended by the institute': 'ended-by-staff',
  'Page refreshed or closed': 'closed',
  'Developer tools opened': 'devtools',
  'User pressed back button': 'back',
}

/** A note or decision about an end that was made before its cause arrived stays with it. */
function addEnds(
  moment: OwnIncident,
  ends: readonly IncidentEnd[],
  attemptId: string,
): OwnIncident {
  const ids = [...moment.ids, ...ends.map((end) => toEndId(attemptId, end))]
  return {
    ...moment,
    ids,
    end: ends.at(-1) ?? null,
    isBrief: moment.isBrief && ends.length === 0,
  }
}

function toEndId(attemptId: string, { at }: IncidentEnd): string {
  return `${attemptId}-${at}`
}

/** The end came without what caused it: it had none, or the report was lost with the page. */
function toEndOnly(attemptId: string, end: IncidentEnd): OwnIncident {
  const id = toEndId(attemptId, end)
  const kind = kindByReason[end.reason] ?? 'left'
  return {
    id,
    ids: [id],
    kind,
    at: end.at,
    receivedAt: end.at,
    durationMs: null,
    end,
    isBrief: false,
  }
}

/** An outage is the cause of any end in it; a violation only of a forced one, at its moment. */
function findCause(moments: readonly OwnIncident[], end: IncidentEnd): OwnIncident | undefined {
  if (end.reason === 'Ended by the institute') return undefined
  const outage = moments.find((moment) => moment.kind === 'offline' && isWithin(end.at, moment))
  const violation = moments.findLast(
    (moment) =>
      moment.kind !== 'offline' &&
      moment.at <= end.at + oneMomentMs &&
      (Math.abs(end.at - moment.at) <= oneMomentMs || isReceivedAt(moment, end.at)),
  )
  const isOwnDoing =
    end.reason === 'Developer tools opened' || end.reason === 'User pressed back button'
  if (isOwnDoing) return violation
  return outage ?? (isForced(end.reason) ? violation : undefined)
}

/** An event that waited on the device ends the attempt when it arrives. */
function isReceivedAt({ receivedAt }: OwnIncident, at: number): boolean {
  return Math.abs(at - receivedAt) <= oneMomentMs
}

function isForced(reason: FinishReason): boolean {
  return forcedReasons.some((forced) => forced === reason)
}
