import { countAttemptsLeft } from '../attempts/attempt.ts'
import { getLastEntry, type WindowTimes } from '../exam-windows/window.ts'

/** A window that one student has. */
export type CandidateWindow = WindowTimes & { readonly id: string }

/** One student's attempts at an exam, and their remaining ways to take it. */
export type Candidate = {
  readonly id: string
  /** Started ones, void and running ones too. */
  readonly attempts: number
  readonly extraAttempts: number
  /** One that counts has ended: with the release of results its student reads the key. */
  readonly hasResult: boolean
  /** The deadline of the attempt that runs. */
  readonly runningUntil: number | null
  /** Null where the exam has no windows. */
  readonly windows: readonly CandidateWindow[] | null
}

type ExamRules = {
  readonly attemptsAllowed: number
  /** Students may start. */
  readonly isOpen: boolean
  readonly areResultsReleased: boolean
}

/** An action that staff are about to take. */
export type KeyAct =
  | { readonly kind: 'release' }
  /** With the deadline of each student's attempt. */
  | { readonly kind: 'reopen'; readonly untilByStudent: ReadonlyMap<string, number> }
  | { readonly kind: 'grant'; readonly studentIds: ReadonlySet<string> }
  | {
      /** Added or changed. */
      readonly kind: 'open-window'
      readonly window: CandidateWindow
      readonly studentIds: ReadonlySet<string> | 'everyone'
    }
  | { readonly kind: 'open-to-everyone' }
  | ({ readonly kind: 'change-rules' } & Pick<ExamRules, 'attemptsAllowed' | 'isOpen'>)

/** How a student could still sit the exam. */
type Chance = {
  readonly kind: 'running' | 'window' | 'again'
  /** The first window that lets them in. */
  readonly window: CandidateWindow | null
  /** Null: without an end. */
  readonly until: number | null
  /** Attempts, with the one that runs; null without a limit. */
  readonly attempts: number | null
}

/**
 * A student who has never taken an exam without windows is not counted: a test that everybody may
 * start at any time has no one who is still to come.
 */
function findChance(candidate: Candidate, exam: ExamRules, now: number): Chance | null {
  const { attempts: taken, extraAttempts, runningUntil, windows } = candidate
  const left = countAttemptsLeft(taken, exam.attemptsAllowed, extraAttempts)
  if (runningUntil !== null) {
    const attempts = left === null ? null : left + 1
    return { kind: 'running', window: null, until: runningUntil, attempts }
  }
  if (left === 0) return null
  const again = { kind: 'again', window: null, until: null, attempts: left } as const
  if (windows === null) return exam.isOpen && taken > 0 ? again : null
  const [first, ...others] = windows
    .filter((window) => now <= getLastEntry(window))
    .toSorted((one, other) => one.opensAt - other.opensAt)
  if (first) {
    const until = Math.max(first.closesAt, ...others.map(({ closesAt }) => closesAt))
    return { kind: 'window', window: first, until: toEnd(until), attempts: left }
  }
  // An extra attempt may also be started once the entry is over.
  const isExtra = taken >= exam.attemptsAllowed && extraAttempts > 0
  return exam.isOpen && windows.length > 0 && isExtra ? again : null
}

/** Students who could still sit in the same way. */
export type RevealGroup = Pick<Chance, 'kind'> & {
  readonly windowId: string | null
  readonly students: number
  readonly opensAt: number | null
  readonly until: number | null
}

/** Students who could still take an exam whose key somebody reads, and until when at the latest. */
export type Reveal = {
  readonly students: number
  /** Null: without an end. */
  readonly until: number | null
  /** The next to sit first. */
  readonly groups: readonly RevealGroup[]
}

/**
 * Finds the students who could still take an exam while somebody reads its key because of this act;
 * null where nobody could. A release concerns all who could; any other act, once results are
 * released, those who can because of it, or for longer, or more often.
 */
export function findReveal(
  candidates: readonly Candidate[],
  exam: ExamRules,
  act: KeyAct,
  now: number,
): Reveal | null {
  if (act.kind !== 'release' && !exam.areResultsReleased) return null
  const isRuleChange = act.kind === 'change-rules'
  if (isRuleChange && !act.isOpen) return null
  const isOpened = isRuleChange && !exam.isOpen
  const rules = isRuleChange ? { ...exam, ...act } : exam
  const chances = candidates.flatMap((candidate) => {
    const chance = act.kind === 'release' ? null : findChance(candidate, exam, now)
    // Nobody starts a test that is not open, whatever its windows say.
    const before = isOpened && chance?.kind !== 'running' ? null : chance
    const opened = isOpened ? openToEveryone(candidate, now) : candidate
    const after = findChance(isRuleChange ? opened : applyAct(act, candidate, now), rules, now)
    return after && isMore(after, before) ? [after] : []
  })
  const isRead =
    candidates.some(({ hasResult }) => hasResult) ||
    chances.length > 1 ||
    chances.some(({ attempts }) => attempts !== 1)
  return chances.length > 0 && isRead ? toReveal(chances) : null
}

/** The id of the window that stands for a test without windows, open to everyone. */
export const everyoneWindowId = 'everyone'

/** Only where windows say nothing else. */
function openToEveryone(candidate: Candidate, now: number): Candidate {
  return { ...candidate, windows: candidate.windows ?? [toEndlessWindow(now)] }
}

function applyAct(
  act: Exclude<KeyAct, { kind: 'change-rules' }>,
  candidate: Candidate,
  now: number,
): Candidate {
  switch (act.kind) {
    case 'release':
      return candidate
    case 'reopen': {
      const runningUntil = act.untilByStudent.get(candidate.id)
      return runningUntil === undefined ? candidate : { ...candidate, runningUntil }
    }
    case 'grant':
      return act.studentIds.has(candidate.id)
        ? { ...candidate, extraAttempts: candidate.extraAttempts + 1 }
        : candidate
    case 'open-window': {
      const { window, studentIds } = act
      const others = (candidate.windows ?? []).filter(({ id }) => id !== window.id)
      const isFor = studentIds === 'everyone' || studentIds.has(candidate.id)
      return { ...candidate, windows: isFor ? [...others, window] : others }
    }
    case 'open-to-everyone':
      return { ...candidate, windows: [toEndlessWindow(now)] }
  }
}

function toEndlessWindow(now: number): CandidateWindow {
  const closesAt = Number.POSITIVE_INFINITY
  return { id: everyoneWindowId, opensAt: now, closesAt, latestEntryAt: null, endsAtClosing: false }
}

function isMore(chance: Chance, before: Chance | null): boolean {
  if (!before || (chance.kind === 'running' && before.kind !== 'running')) return true
  return isLater(chance.until, before.until) || isLater(chance.attempts, before.attempts)
}

/** Null is without an end. */
function isLater(one: number | null, other: number | null): boolean {
  return other !== null && (one === null || one > other)
}

function toReveal(chances: readonly Chance[]): Reveal {
  const groups = Map.groupBy(chances, ({ kind, window }) => window?.id ?? kind)
  return {
    students: chances.length,
    until: findEnd(chances),
    groups: [...groups.values()].flatMap(toGroup).toSorted(compareGroups),
  }
}

function toGroup(chances: readonly Chance[]): RevealGroup[] {
  const [first] = chances
  if (!first) return []
  const { kind, window } = first
  return [
    {
      kind,
      windowId: window?.id ?? null,
      students: chances.length,
      opensAt: window?.opensAt ?? null,
      until: window ? toEnd(window.closesAt) : findEnd(chances),
    },
  ]
}

function findEnd(chances: readonly Chance[]): number | null {
  return toEnd(Math.max(...chances.map(({ until }) => until ?? Number.POSITIVE_INFINITY)))
}

function toEnd(until: number): number | null {
  return until === Number.POSITIVE_INFINITY ? null : until
}

const kindOrder = ['running', 'window', 'again']

function compareGroups(one: RevealGroup, other: RevealGroup): number {
  return (
    kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind) ||
    (one.opensAt ?? 0) - (other.opensAt ?? 0)
  )
}
