import type { EventKind } from '#core/proctoring/policy.ts'

/** Events reported of one attempt; those before a reopening do not count. */
export type SeenOfAttempt = {
  seen: SeenEvent[]
  reads: { at: number; reportedAt: number }[]
  reopenedAt: number
  /** When the paper was handed out again. */
  resumedAt: number[]
  /** When the institute stopped the clock. */
  pauses: { readonly from: number; until: number | null }[]
}
type SeenEvent = {
  kind: EventKind
  at: number
  reportedAt: number
  arrivedAt: number
  durationMs: number
  isCounted: boolean
}

export type WarningRules = {
  readonly mode: 'strict' | 'warn' | 'observe'
  /** The browser shows warnings until they are acknowledged. */
  readonly acknowledges: boolean
}
type Judgement = { readonly count: number; readonly warning: number | null | undefined }

const away = ['blur', 'hidden']
const ending = ['devtools', 'refresh', 'back']
/** How many count, and the number of the warning to show; undefined where none is acknowledged. */
export function judge(all: SeenOfAttempt, rules: WarningRules): Judgement {
  const attempt = { ...all, seen: listCounted(leaveOutPauses(all), rules) }
  if (rules.mode !== 'warn' || !rules.acknowledges)
    return { count: countSeen(attempt, rules.mode), warning: undefined }
  return countRead(attempt)
}

/** In a pause nothing counts, nor what arrives in one; nor does the time away that lies in one. */
function leaveOutPauses(attempt: SeenOfAttempt): SeenOfAttempt {
  const { seen, pauses } = attempt
  const isInPause = (moment: number) =>
    pauses.some(({ from, until }) => moment >= from && (until === null || moment <= until))
  const countPausedMs = ({ at, durationMs }: SeenEvent) =>
    pauses.reduce((ms, { from, until }) => {
      const end = Math.min(at + durationMs, until ?? Number.POSITIVE_INFINITY)
      return ms + Math.max(0, end - Math.max(at, from))
    }, 0)
  const outside = seen.filter(({ at, arrivedAt }) => !isInPause(at) && !isInPause(arrivedAt))
  return {
    ...attempt,
    seen: outside.map((one) => ({ ...one, durationMs: one.durationMs - countPausedMs(one) })),
  }
}

/** An event that waited on a device counts once, and not at all after the student was let go on. */
function listCounted(attempt: SeenOfAttempt, { mode, acknowledges }: WarningRules): SeenEvent[] {
  const counted: SeenEvent[] = []
  const isLeaving = ({ kind }: SeenEvent) =>
    [...away, ...ending].includes(kind) && !(kind === 'refresh' && mode === 'observe')
  const rank = ({ kind }: SeenEvent) => (away.includes(kind) ? 0 : 1)
  const byArrival = attempt.seen
    .filter(({ at, isCounted }) => isCounted && at > attempt.reopenedAt)
    .toSorted(
      (one, other) =>
        one.arrivedAt - other.arrivedAt || one.at - other.at || rank(one) - rank(other),
    )
  for (const one of byArrival) {
    const { at, arrivedAt } = one
    const isPast = attempt.resumedAt.some((moment) => at <= moment && arrivedAt > moment + 10_000)
    const isFolded =
      !acknowledges &&
      arrivedAt - at > 10_000 &&
      counted.some((other) => isLeaving(other) && other.arrivedAt >= at)
    if (!isPast && !isFolded) counted.push(one)
  }
  return counted
}

export function toOutcome({ count, warning }: Judgement, rules: WarningRules, finished: boolean) {
  const forgiven = rules.mode === 'warn' ? 2 : 0
  const remaining = rules.mode === 'observe' ? null : Math.max(0, forgiven - count)
  return { status: 200, violations: count, remaining, finished, warning }
}

/** As many as were seen, for a browser that does not acknowledge. */
function countSeen({ seen: all, reopenedAt }: SeenOfAttempt, mode: string): number {
  const seen = all.filter(({ at, isCounted }) => isCounted && at > reopenedAt)
  const times = seen
    .filter(({ kind }) => away.includes(kind))
    .map(({ at }) => at)
    .toSorted((one, other) => one - other)
  const toolTimes = seen.filter(({ kind }) => kind === 'devtools').map(({ at }) => at)
  const isPartOfLeaving = (at: number) => times.some((time) => at >= time && at - time <= 1000)
  const others = seen
    .filter(({ kind }) => ending.includes(kind) && !(kind === 'refresh' && mode === 'observe'))
    .filter(({ kind, at }) => kind === 'back' || !isPartOfLeaving(at))
  const isPartOfTools = (at: number) => toolTimes.some((time) => at > time && at - time <= 1000)
  const leavings = times.filter((at, n) => at - (times[n - 1] ?? -Infinity) > 1000)
  return others.length + leavings.filter((at) => !isPartOfTools(at)).length
}

/** A warning opens, takes in what follows, and counts once it is read or took too long. */
function countRead({ seen, reads, reopenedAt }: SeenOfAttempt) {
  const order = (kind: string) => (away.includes(kind) ? 0 : 1)
  const moments = [
    ...seen
      .filter(({ isCounted }) => isCounted)
      .filter(({ kind }) => away.includes(kind) || ending.includes(kind)),
    ...reads.map(({ at }) => ({ kind: 'read', at, durationMs: 0 })),
  ]
    .filter(({ at }) => at > reopenedAt)
    .toSorted((one, other) => {
      const isRead = Number(one.kind === 'read') - Number(other.kind === 'read')
      return one.at - other.at || isRead || order(one.kind) - order(other.kind)
    })
  const warnings: { awayMs: number; isCounted: boolean; isRead: boolean }[] = []
  let extra = 0
  let wasAwayAt = -Infinity
  let hadToolsAt = -Infinity
  let awayUntil = -Infinity
  for (const { kind, at, durationMs } of moments) {
    if (kind === 'read') {
      const first = warnings.find(({ isRead }) => !isRead)
      if (first) Object.assign(first, { isRead: true, isCounted: true })
      continue
    }
    const isAway = away.includes(kind)
    const isNear = at - wasAwayAt <= 1000
    const isOld = isAway ? isNear || at - hadToolsAt <= 1000 : isNear && kind !== 'back'
    if (isAway) wasAwayAt = at
    if (kind === 'devtools') hadToolsAt = at
    if (!isOld) {
      const waits = warnings.some(({ isCounted }) => !isCounted)
      const isUnread = warnings.some(({ isRead }) => !isRead)
      if (warnings.length >= 2 && !isUnread) extra += 1
      else if (warnings.length < 2 && !waits)
        warnings.push({ awayMs: 0, isCounted: false, isRead: false })
    }
    const last = warnings.at(-1)
    if (!last || last.isRead) continue
    const end = kind === 'devtools' || kind === 'back' ? at : at + durationMs
    last.awayMs += Math.max(0, end - Math.max(at, awayUntil))
    awayUntil = Math.max(awayUntil, end)
    if (last.awayMs > 60_000) last.isCounted = true
  }
  const unread = warnings.findIndex(({ isRead }) => !isRead)
  const count = warnings.filter(({ isCounted }) => isCounted).length + extra
  return { count, warning: unread < 0 ? null : unread + 1 }
}
