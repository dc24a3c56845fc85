import type { LiveTable as WireTable } from '#contract/live.ts'
import { isOver } from '#core/attempts/attempt.ts'
import { getPresence, type Listening, type PresenceState } from '#core/live/presence.ts'
import { getPollSeconds, usualPollSeconds } from '#core/quiz-session/clock-interval.ts'
import { countAllRunningAttempts } from '../attempts/count-queries.ts'
import type { Deps } from '../deps.ts'
import { getPapers } from '../exams/queries.ts'
import { toInstant } from '../http/serialize.ts'
import type { PresenceSignals } from '../presence/contact-log.ts'
import { listExpectedStudents, toNotStarted } from './expected-students.ts'
import { listRecentActions } from './live-action-queries.ts'
import { listLiveAttempts } from './live-queries.ts'
import { countDetails, createRow, type Row, type ShownRow, toCallKey } from './live-rows.ts'
import { toLiveAction, toLiveStudent } from './serialize.ts'

export type PageContacts = {
  readonly listening: Listening
  findSignals(attemptIds: readonly string[]): Promise<ReadonlyMap<string, PresenceSignals>>
}

/** Finished ones stay in the table for an exam day. */
const endedForMs = 12 * 60 * 60_000
/** Longer than an action can be undone, so that its outcome is seen. */
const actionsForMs = 5_000
const expectedEveryMs = 15_000

export type LiveTable = ReturnType<typeof createLiveTable>

type Exam = { readonly id: string; readonly title: string; readonly questionCount: number }

/**
 * One exam as the live screen shows it, once for all who look at it. What is stored is read again
 * every few seconds, who was heard of is taken from memory, and each row knows since which version
 * it looks as it does.
 */
export function createLiveTable(deps: Deps, contacts: PageContacts, exam: Exam) {
  const { db, now, newId } = deps
  const begin = newId().slice(0, 8)
  const rows = new Map<string, Row>()
  const notStarted = new Map<string, ShownRow>()
  const removed = new Map<string, number>()
  let expectedAt = Number.NEGATIVE_INFINITY
  let signals: ReadonlyMap<string, PresenceSignals> = new Map()
  let actions: WireTable['actions'] = []
  let actionsJson = '[]'
  let pollMs = usualPollSeconds * 1000
  let version = 0

  /** Reads what is stored. Answers and events are counted only where their page has called since. */
  async function refresh() {
    const at = now()
    const attempts = await listLiveAttempts(db.read, exam.id, {
      ...{ endedSince: at - endedForMs, at },
    })
    const running = attempts.filter((attempt) => !isOver(attempt, at)).map(({ id }) => id)
    signals = await contacts.findSignals(running)
    const papers = await getPapers(
      db.read,
      attempts.map(({ revisionId }) => revisionId),
    )
    const changed: Row[] = []
    for (const attempt of attempts) {
      const known = rows.get(attempt.studentId)
      const isCounted =
        known?.attempt.id === attempt.id &&
        known.attempt.finishedAt === attempt.finishedAt &&
        known.attempt.pausedAt === attempt.pausedAt &&
        known.countedFor === toCallKey(signals.get(attempt.id))
      const totalQuestions = papers.get(attempt.revisionId)?.questions.length ?? 0
      const row = known ?? createRow(attempt, totalQuestions)
      Object.assign(row, { attempt, totalQuestions })
      rows.set(attempt.studentId, row)
      if (!isCounted) changed.push(row)
    }
    await countDetails(db.read, changed, signals)
    const listed = new Set(attempts.map(({ studentId }) => studentId))
    for (const studentId of rows.keys()) if (!listed.has(studentId)) remove(rows, studentId)
    await refreshNotStarted(at)
    pollMs = getPollSeconds(await countAllRunningAttempts(db.read)) * 1000
    const recent = await listRecentActions(db.read, exam.id, at - actionsForMs)
    actions = recent.map(toLiveAction)
    tick()
  }

  async function refreshNotStarted(at: number) {
    const monotonicMs = deps.clock.machine.getMonotonicMs()
    if (monotonicMs - expectedAt >= expectedEveryMs) {
      expectedAt = monotonicMs
      const expected = await listExpectedStudents(db.read, exam.id, at)
      const ids = new Set(expected.map(({ id }) => id))
      for (const studentId of notStarted.keys())
        if (!ids.has(studentId)) remove(notStarted, studentId)
      if (expected.some(({ id }) => !notStarted.has(id))) version += 1
      for (const student of expected) {
        const shown = toNotStarted(student, exam.questionCount)
        const json = JSON.stringify(shown)
        const known = notStarted.get(student.id)
        if (known?.json === json) continue
        if (known) version += 1
        notStarted.set(student.id, { shown, json, version })
        removed.delete(student.id)
      }
    }
    // Those who have started are rows of their own, which take the place of these.
    for (const studentId of rows.keys()) notStarted.delete(studentId)
  }

  function remove(from: Map<string, ShownRow>, studentId: string) {
    version += 1
    from.delete(studentId)
    if (!rows.has(studentId)) removed.set(studentId, version)
  }

  /** As it looks now, from memory; all that changed gets one version. */
  function tick() {
    const at = now()
    const next = version + 1
    let isChanged = false
    for (const [studentId, row] of rows) {
      const { attempt } = row
      const own = signals.get(attempt.id)
      const { startedAt, pausedAt } = attempt
      // Over, and not closed yet.
      const finishedAt = isOver(attempt, at) ? (attempt.finishedAt ?? attempt.endsAt) : null
      const times = { startedAt, pausedAt, finishedAt }
      const lastContact = { lastContactAt: own?.lastAt ?? null, awayAt: own?.awayAt ?? null }
      const { listening } = contacts
      const presence = getPresence({ attempt: times, ...lastContact, listening, pollMs }, at)
      const shown = toLiveStudent(attempt, presence, { ...row, waiting: own?.waiting ?? 0 }, at)
      const json = JSON.stringify(shown)
      if (json === row.json) continue
      Object.assign(row, { shown, json, version: next })
      removed.delete(studentId)
      isChanged = true
    }
    const currentJson = JSON.stringify(actions)
    if (currentJson !== actionsJson) {
      actionsJson = currentJson
      isChanged = true
    }
    if (isChanged) version = next
  }

  /** Null if none of them is of this table: before a restart, or of another process. */
  function parseVersion(since: string | undefined): number | null {
    const own = since?.split(',').find((one) => one.startsWith(`${begin}.`))
    const known = Number(own?.slice(begin.length + 1))
    return Number.isInteger(known) && known <= version ? known : null
  }

  const getVersion = () => `${begin}.${version}`

  const listShown = (): ShownRow[] => [...rows.values(), ...notStarted.values()]

  const listChanged = (known: number | null) =>
    listShown().filter((row) => row.version > (known ?? -1))

  const describe = (known: number | null) => ({
    version: getVersion(),
    isWhole: known === null,
    serverTime: toInstant(now()),
    test: { _id: exam.id, title: exam.title },
    removed: listRemoved(known),
  })

  function getChanges(since: string | undefined): WireTable {
    const known = parseVersion(since)
    const students = listChanged(known).flatMap(({ shown }) => shown ?? [])
    return { ...describe(known), students, actions }
  }

  /** The same as text, from rows that were written once for all who look. */
  function getChangesAsJson(since: string | undefined): string {
    const known = parseVersion(since)
    const start = JSON.stringify(describe(known)).slice(0, -1)
    const students = listChanged(known).map(({ json }) => json)
    return `${start},"students":[${students.join(',')}],"actions":${actionsJson}}`
  }

  function listRemoved(known: number | null): string[] {
    if (known === null) return []
    return [...removed].filter(([, since]) => since > known).map(([studentId]) => studentId)
  }

  function countStates(): Record<PresenceState, number> {
    const counts = { ...noCounts }
    for (const { shown } of listShown()) if (shown) counts[shown.state] += 1
    return counts
  }

  function getLastEndsAt(): string | null {
    return [...rows.values()].reduce<string | null>((last, { shown }) => {
      const endsAt = shown?.endsAt ?? null
      return endsAt !== null && (last === null || endsAt > last) ? endsAt : last
    }, null)
  }

  const hasRunning = () => [...rows.values()].some(({ attempt }) => attempt.finishedAt === null)

  return {
    refresh,
    tick,
    getVersion,
    getChanges,
    getChangesAsJson,
    countStates,
    getLastEndsAt,
    hasRunning,
  }
}

const noCounts: Readonly<Record<PresenceState, number>> = {
  'not-started': 0,
  here: 0,
  quiet: 0,
  offline: 0,
  away: 0,
  paused: 0,
  finished: 0,
}
