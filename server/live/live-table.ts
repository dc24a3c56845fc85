import type { LiveTable as WireTable } from '#contract/live.ts'
import type { PresenceState } from '#core/live/presence.ts'
import { getPollSeconds, usualPollSeconds } from '#core/quiz-session/clock-interval.ts'
import { countAllRunningAttempts } from '../attempts/count-queries.ts'
import type { Deps } from '../deps.ts'
import { findExam } from '../exams/queries.ts'
import { toInstant } from '../http/serialize.ts'
import { createAttemptRows, type PageContacts } from './attempt-rows.ts'
import { listRecentActions } from './live-action-queries.ts'
import { createNotStartedRows } from './not-started-rows.ts'
import { toLiveAction } from './serialize.ts'
import type { ShownRow } from './shown-row.ts'
import { createTableVersions } from './table-versions.ts'

/** Longer than an action can be undone, so that its outcome is seen. */
const actionsForMs = 5_000

export type LiveTable = ReturnType<typeof createLiveTable>

type Exam = { readonly id: string; readonly title: string; readonly questionCount: number }

/**
 * One exam as the live screen shows it, once for all who look at it. What is stored is read again
 * every few seconds, who was heard of is taken from memory, and each row knows since which version
 * it looks as it does.
 */
export function createLiveTable(deps: Deps, contacts: PageContacts, opened: Exam) {
  const { db, now } = deps
  const versions = createTableVersions(deps.newId().slice(0, 8))
  const attempts = createAttemptRows(db.read, contacts, versions)
  const notStarted = createNotStartedRows(deps, versions)
  let exam = opened
  let actions: WireTable['actions'] = []
  let actionsJson = '[]'
  let pollMs = usualPollSeconds * 1000

  /** Reads what is stored. */
  async function refresh() {
    const at = now()
    await refreshExam()
    await attempts.refresh(exam.id, at)
    await notStarted.refresh(exam, attempts.rows, at)
    pollMs = getPollSeconds(await countAllRunningAttempts(db.read)) * 1000
    const recent = await listRecentActions(db.read, exam.id, at - actionsForMs)
    showActions(recent.map(toLiveAction))
    tick()
  }

  /** It may have been renamed, or edited before anybody started. */
  async function refreshExam() {
    const found = await findExam(db.read, exam.id)
    if (!found) return
    if (found.title !== exam.title) versions.startChange()()
    exam = found
  }

  function showActions(recent: WireTable['actions']) {
    const json = JSON.stringify(recent)
    if (json === actionsJson) return
    actions = recent
    actionsJson = json
    versions.startChange()()
  }

  /** As it looks now, from memory. */
  const tick = () => attempts.show(pollMs, now())

  const listShown = (): ShownRow[] => [...attempts.rows.values(), ...notStarted.rows.values()]

  const listChanged = (known: number | null) =>
    listShown().filter((row) => row.version > (known ?? -1))

  const describe = (known: number | null) => ({
    version: versions.toText(),
    isWhole: known === null,
    serverTime: toInstant(now()),
    test: { _id: exam.id, title: exam.title },
    removed: versions.listRemoved(known),
  })

  return {
    refresh,
    tick,
    getVersion: versions.toText,

    getChanges(since: string | undefined): WireTable {
      const known = versions.parse(since)
      const students = listChanged(known).flatMap(({ shown }) => shown ?? [])
      return { ...describe(known), students, actions }
    },

    /** The same as text, from rows that were written once for all who look. */
    getChangesAsJson(since: string | undefined): string {
      const known = versions.parse(since)
      const start = JSON.stringify(describe(known)).slice(0, -1)
      const students = listChanged(known).map(({ json }) => json)
      return `${start},"students":[${students.join(',')}],"actions":${actionsJson}}`
    },

    countStates: () => countStates(listShown()),

    getLastEndsAt: () => findLastEndsAt(listShown()),

    hasRunning: () =>
      [...attempts.rows.values()].some(({ attempt }) => attempt.finishedAt === null),
  }
}

function countStates(rows: readonly ShownRow[]): Record<PresenceState, number> {
  const counts = { ...noCounts }
  for (const { shown } of rows) if (shown) counts[shown.state] += 1
  return counts
}

function findLastEndsAt(rows: readonly ShownRow[]): string | null {
  const ends = rows.flatMap(({ shown }) => shown?.endsAt ?? [])
  return ends.toSorted().at(-1) ?? null
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
