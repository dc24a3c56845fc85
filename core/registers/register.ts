import { getEntryPeriod, getLastEntry, type WindowTimes } from '../exam-windows/window.ts'

/** `not-here`: has not come, and may still start. */
export const registerStates = [
  'lobby',
  'taking',
  'finished',
  'not-here',
  'absent',
  'excused',
] as const
export type RegisterState = (typeof registerStates)[number]

export type StartedAttempt = {
  readonly id: string
  readonly startedAt: number
  /** A void attempt has ended; one that was reopened has not. */
  readonly finishedAt: number | null
}

/** A student for whom a window is open. Times are milliseconds since 1970 by the server's clock. */
export type Member = {
  /** When they were added to the batch; 0 for students named by the window. */
  readonly since: number
  readonly deletedAt: number | null
  /** Their other windows of the same exam. */
  readonly otherWindows: readonly WindowTimes[]
  /** All of theirs at this exam. */
  readonly attempts: readonly StartedAttempt[]
}

/** The lasting decision whether a student has come. */
export type RegisterEntry = {
  /** The attempt with which they came; null: they were absent. */
  readonly attemptId: string | null
  /** The last moment at which they could have started. */
  readonly until: number
}

export type Exam = { readonly attemptsAllowed: number }

/** A student added too late to start is not expected, nor is one deleted before the opening. */
export function isExpected(
  window: WindowTimes,
  { since, deletedAt }: Pick<Member, 'since' | 'deletedAt'>,
): boolean {
  return since <= getLastEntry(window) && (deletedAt === null || deletedAt >= window.opensAt)
}

/**
 * Decides whether a student has come; null while they still may. A decision is changed neither by a
 * make-up window nor by another batch or a further attempt.
 */
export function decideEntry(
  window: WindowTimes,
  member: Member,
  { exam, at }: { readonly exam: Exam; readonly at: number },
): RegisterEntry | null {
  const { until } = getEntryPeriod(window, member.otherWindows)
  const [first] = listCounted(window, member, exam)
  if (first) return { attemptId: first.id, until }
  return at > until ? { attemptId: null, until } : null
}

/** Oldest first. Where an exam can be taken once, who has taken it before has no more to come for. */
function listCounted(window: WindowTimes, member: Member, exam: Exam): StartedAttempt[] {
  const { from, until } = getEntryPeriod(window, member.otherWindows)
  return member.attempts
    .filter(({ startedAt }) => startedAt <= until)
    .filter(({ startedAt }) => startedAt >= from || exam.attemptsAllowed === 1)
    .toSorted(compareStarts)
}

function compareStarts(one: StartedAttempt, other: StartedAttempt): number {
  return one.startedAt - other.startedAt || (one.id < other.id ? -1 : 1)
}

/** The newest attempt of this window; undefined for a student who has not come. */
function findAttempt(
  window: WindowTimes,
  { member, entry, exam }: Pick<RegisterRow, 'member' | 'entry' | 'exam'>,
): StartedAttempt | undefined {
  if (!entry) return listCounted(window, member, exam).at(-1)
  const first = member.attempts.find(({ id }) => id === entry.attemptId)
  if (!first) return undefined
  const later = member.attempts.filter(
    ({ startedAt }) => startedAt > first.startedAt && startedAt <= entry.until,
  )
  return [first, ...later.toSorted(compareStarts)].at(-1)
}

export type RegisterRow = {
  readonly member: Member
  readonly exam: Exam
  /** Null until something is decided. */
  readonly entry: RegisterEntry | null
  readonly excusedAt: number | null
  /** The last stay in the lobby; null if there was none. */
  readonly lobby: { readonly since: number; readonly until: number } | null
}

export type StateSince = {
  readonly state: RegisterState
  /** When it began; null for a student who is not here yet. */
  readonly since: number | null
}

/** How one student stands in the register of a window at this moment. */
export function getRegisterState(window: WindowTimes, row: RegisterRow, now: number): StateSince {
  const { member, entry, excusedAt, lobby } = row
  const attempt = findAttempt(window, row)
  if (attempt) {
    return attempt.finishedAt === null
      ? { state: 'taking', since: attempt.startedAt }
      : { state: 'finished', since: attempt.finishedAt }
  }
  const until = entry?.until ?? getEntryPeriod(window, member.otherWindows).until
  const isOver = entry !== null || now > until
  if (!isOver && lobby && now <= lobby.until) return { state: 'lobby', since: lobby.since }
  if (excusedAt !== null) return { state: 'excused', since: excusedAt }
  return isOver ? { state: 'absent', since: until } : { state: 'not-here', since: null }
}

export type RegisterCounts = Readonly<Record<RegisterState, number>>

/** They add up to who is expected. */
export function countRegisterStates(states: readonly RegisterState[]): RegisterCounts {
  const counts = { lobby: 0, taking: 0, finished: 0, 'not-here': 0, absent: 0, excused: 0 }
  for (const state of states) counts[state] += 1
  return counts
}

const byNumber = new Intl.Collator('en', { numeric: true })

export type RegisteredPerson = {
  readonly id: string
  readonly name: string
  readonly rollNumber: string | null
}

/** By roll number; those without one are last, by name. */
export function compareRegistered(one: RegisteredPerson, other: RegisteredPerson): number {
  const { rollNumber: a } = one
  const { rollNumber: b } = other
  if ((a === null) !== (b === null)) return a === null ? 1 : -1
  const byRollNumber = byNumber.compare(String(a), String(b))
  return byRollNumber || byNumber.compare(one.name, other.name) || (one.id < other.id ? -1 : 1)
}

export const excuseReasons = ['illness', 'family', 'transport', 'other-exam', 'other'] as const
export type ExcuseReason = (typeof excuseReasons)[number]

/** Students who have come need no excuse. */
export function canExcuse(state: RegisterState): boolean {
  return state === 'absent' || state === 'not-here' || state === 'lobby'
}
