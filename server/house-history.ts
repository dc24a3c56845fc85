import type { EventKind } from '#core/proctoring/policy.ts'

export type Chosen = {
  readonly question: number
  readonly option: number
  readonly sequence: number | undefined
}

/** What a student, a network, an admin and the machine may do, in any order. */
export type Deed = { readonly waitMs: number } & (
  | { readonly does: 'start' | 'grant' | 'sweep' | 'restart' | 'release' | 'look' }
  | { readonly does: 'answer'; readonly back: number; readonly chosen: readonly Chosen[] }
  | ({
      readonly does: 'finish'
      readonly back: number
      readonly says: string | undefined
    } & Waiting)
  | ({ readonly does: 'event'; readonly kind: EventKind; readonly agoMs: number } & Waiting)
  | { readonly does: 'addMinutes'; readonly minutes: number; readonly toAll: boolean }
  | { readonly does: 'reopen'; readonly back: number; readonly minutes: number }
)
type Waiting = { readonly answers: readonly Chosen[]; readonly times: number }

export type Rules = {
  readonly mode: 'strict' | 'warn' | 'observe'
  readonly allowed: number
  readonly minutes: number
  readonly extraTimePercent: number
}

/** One attempt, told as simply as can be. */
export type Page = {
  readonly startedAt: number
  endsAt: number
  finishedAt: number | null
  reason: string | null
  best: Map<number, { option: number; sequence: number }>
  seen: { kind: EventKind; at: number; told: number }[]
  reopenedAt: number
}

export const questionCount = 4
const graceMs = 15_000
const away = ['blur', 'hidden']
const ending = ['devtools', 'refresh', 'back']
const reasons: Readonly<Record<string, string>> = {
  devtools: 'Developer tools opened',
  refresh: 'Page refreshed or closed',
  back: 'User pressed back button',
  blur: 'Auto submission',
  hidden: 'Auto submission',
}
const spoken = ['Auto submission', ...Object.values(reasons)]

/** What the calls of a history answer, worked out with pencil and paper. */
export function openModel(rules: Rules) {
  const pages: Page[] = []
  let granted = 0
  let isReleased = false

  const isOpen = (page: Page, now: number) =>
    page.finishedAt === null && now <= page.endsAt + graceMs

  function settle(now: number) {
    for (const page of pages) {
      if (page.finishedAt === null && !isOpen(page, now)) end(page, page.endsAt, 'Time expired')
    }
  }

  function tell(deed: Deed, now: number): unknown {
    settle(now)
    const page = pages.at(-1 - ('back' in deed ? deed.back : 0))
    switch (deed.does) {
      case 'start':
        return start(now)
      case 'grant':
        granted += 1
        return undefined
      case 'release':
        isReleased = true
        return undefined
      case 'look':
        return look()
      case 'sweep':
      case 'restart':
        return undefined
    }
    if (!page) return undefined
    switch (deed.does) {
      case 'answer':
        return deed.chosen.map((chosen) => answer(page, chosen, now))
      case 'finish':
        return again(deed.times, () => finish(page, deed, now))
      case 'event':
        return again(deed.times, () => report(page, deed, now))
      case 'addMinutes':
        return addMinutes(page, deed, now)
      case 'reopen':
        return reopen(page, deed.minutes, now)
    }
  }

  function start(now: number) {
    const open = pages.find((page) => isOpen(page, now))
    if (open) return { status: 200, endsAt: open.endsAt }
    if (rules.allowed > 0 && pages.length >= rules.allowed + granted) return { status: 409 }
    const endsAt = now + rules.minutes * 600 * (100 + rules.extraTimePercent)
    pages.push({
      ...{ startedAt: now, endsAt, finishedAt: null, reason: null },
      ...{ best: new Map(), seen: [], reopenedAt: 0 },
    })
    return { status: 201, endsAt }
  }

  function answer(page: Page, chosen: Chosen, now: number) {
    if (chosen.question >= questionCount) return { status: 400 }
    if (!isOpen(page, now)) return { status: 409 }
    take(page, chosen, now)
    return { status: 200, endsAt: page.endsAt }
  }

  function finish(page: Page, deed: Deed & { does: 'finish' }, now: number) {
    if (isOpen(page, now)) {
      if (deed.answers.some(({ question }) => question >= questionCount)) return { status: 400 }
      for (const chosen of deed.answers) take(page, chosen, now)
      end(page, Math.min(now, page.endsAt), spokenReason(deed.says, now >= page.endsAt))
    }
    return { status: 200, finishReason: page.reason }
  }

  function report(page: Page, { kind, agoMs, answers }: Deed & { does: 'event' }, now: number) {
    const told = now - agoMs
    const at = Math.max(page.startedAt, Math.min(now, told))
    const before = [...page.seen]
    const isKnown = before.some((one) => one.kind === kind && (one.at === at || one.told === told))
    if (!isKnown) page.seen.push({ kind, at, told })
    const count = countOf(page)
    const wasOpen = isOpen(page, now)
    const forgiven = rules.mode === 'warn' ? 2 : 0
    const ends = wasOpen && rules.mode !== 'observe' && count > forgiven
    if (ends) {
      if (answers.some(({ question }) => question >= questionCount)) {
        page.seen = before
        return { status: 400 }
      }
      for (const chosen of answers) take(page, chosen, now)
      end(page, Math.min(now, page.endsAt), reasons[kind] ?? 'Auto submission')
    }
    const remaining = rules.mode === 'observe' ? null : Math.max(0, forgiven - count)
    return { status: 200, violations: count, remaining, finished: ends || !wasOpen }
  }

  function countOf({ seen: all, reopenedAt }: Page): number {
    const seen = all.filter(({ at }) => at > reopenedAt)
    const others = seen.filter(
      ({ kind }) => ending.includes(kind) && !(kind === 'refresh' && rules.mode === 'observe'),
    )
    const times = seen
      .filter(({ kind }) => away.includes(kind))
      .map(({ at }) => at)
      .toSorted((one, other) => one - other)
    return others.length + times.filter((at, n) => at - (times[n - 1] ?? -Infinity) > 1000).length
  }

  function addMinutes(page: Page, { minutes, toAll }: Deed & { does: 'addMinutes' }, now: number) {
    const longer = (toAll ? pages : [page]).filter((one) => isOpen(one, now))
    for (const one of longer) one.endsAt += minutes * 60_000
    if (toAll) return { status: 200, changed: longer.length }
    return longer.length > 0
      ? { status: 200, endsAt: page.endsAt }
      : { status: 409, code: 'not-running' }
  }

  function reopen(page: Page, minutes: number, now: number) {
    if (pages.some((one) => isOpen(one, now))) return { status: 409, code: 'attempt-running' }
    const left = page.endsAt - (page.finishedAt ?? 0) + minutes * 60_000
    if (left <= 0) return { status: 409, code: 'no-time-left' }
    const endsAt = now + left
    Object.assign(page, { endsAt, finishedAt: null, reason: null, reopenedAt: now })
    return { status: 200, endsAt }
  }

  function look() {
    const anyRuns = pages.some(({ finishedAt }) => finishedAt === null)
    return pages.map(({ startedAt, finishedAt, reason, best }) => {
      const right = [...best.values()].filter(({ option }) => option === 0).length
      return {
        ...{ startedAt, finishedAt, reason },
        score: finishedAt === null ? null : right,
        toldScore: isReleased && !anyRuns ? right : null,
        sheet: isReleased && !anyRuns ? 200 : 403,
        answers: Array.from({ length: questionCount }, (_, n) => best.get(n)?.option ?? null),
      }
    })
  }

  return { tell, pages }
}

function take(page: Page, { question, option, sequence }: Chosen, now: number) {
  const kept = page.best.get(question)?.sequence
  const number = sequence ?? Math.max(now, (kept ?? 0) + 1)
  if (kept === undefined || number > kept) page.best.set(question, { option, sequence: number })
}

function end(page: Page, finishedAt: number, reason: string) {
  Object.assign(page, { finishedAt, reason })
}

function spokenReason(says: string | undefined, timeIsOver: boolean): string {
  if (says !== undefined && spoken.includes(says)) return says
  if (timeIsOver) return 'Time expired'
  return says === undefined || says === 'Completed' ? 'Completed' : 'Auto submission'
}

function again<T>(times: number, job: () => T): T[] {
  return Array.from({ length: times }, job)
}
