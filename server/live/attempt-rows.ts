import { isOver } from '#core/attempts/attempt.ts'
import { getPresence, type Listening } from '#core/live/presence.ts'
import type { Db } from '../database/database.ts'
import { getPapers } from '../exams/queries.ts'
import type { PresenceSignals } from '../presence/contact-log.ts'
import { type RowDetails, readDetails } from './attempt-details.ts'
import { type LiveAttempt, listLiveAttempts } from './live-queries.ts'
import { toLiveStudent } from './serialize.ts'
import { createShownRow, type ShownRow, showRow } from './shown-row.ts'
import type { TableVersions } from './table-versions.ts'

export type PageContacts = {
  readonly listening: Listening
  findSignals(attemptIds: readonly string[]): Promise<ReadonlyMap<string, PresenceSignals>>
}

type AttemptRow = ShownRow & RowDetails & { attempt: LiveAttempt; totalQuestions: number }

/** Finished ones stay in the table for an exam day. */
const endedForMs = 12 * 60 * 60_000

/** The rows of students who have an attempt, by student. */
export function createAttemptRows(db: Db, contacts: PageContacts, versions: TableVersions) {
  const rows = new Map<string, AttemptRow>()
  let signals: ReadonlyMap<string, PresenceSignals> = new Map()

  /** Reads what is stored. */
  async function refresh(examId: string, at: number) {
    const attempts = await listLiveAttempts(db, examId, { endedSince: at - endedForMs, at })
    const running = attempts.filter((attempt) => !isOver(attempt, at)).map(({ id }) => id)
    signals = await contacts.findSignals(running)
    const papers = await getPapers(
      db,
      attempts.map(({ revisionId }) => revisionId),
    )
    const listed = attempts.map((attempt) => {
      const totalQuestions = papers.get(attempt.revisionId)?.questions.length ?? 0
      const row = rows.get(attempt.studentId) ?? createRow(attempt)
      return Object.assign(row, { attempt, totalQuestions })
    })
    await readDetails(db, listed)
    for (const row of listed) rows.set(row.attempt.studentId, row)
    removeUnlisted(attempts)
  }

  function removeUnlisted(attempts: readonly LiveAttempt[]) {
    const change = versions.startChange()
    const listed = new Set(attempts.map(({ studentId }) => studentId))
    for (const studentId of rows.keys()) {
      if (listed.has(studentId)) continue
      rows.delete(studentId)
      versions.noteRemoved(studentId, change())
    }
  }

  /** Shows each row as it looks now, from memory. */
  function show(pollMs: number, at: number) {
    const change = versions.startChange()
    for (const row of rows.values()) {
      const waiting = signals.get(row.attempt.id)?.waiting ?? 0
      const shown = toLiveStudent(row.attempt, toPresence(row, pollMs, at), { ...row, waiting }, at)
      showRow(row, shown, versions, change)
    }
  }

  function toPresence({ attempt }: AttemptRow, pollMs: number, at: number) {
    const { startedAt, pausedAt } = attempt
    // Over, and not closed yet.
    const finishedAt = isOver(attempt, at) ? (attempt.finishedAt ?? attempt.endsAt) : null
    const own = signals.get(attempt.id)
    return getPresence(
      {
        attempt: { startedAt, pausedAt, finishedAt },
        lastContactAt: own?.lastAt ?? null,
        awayAt: own?.awayAt ?? null,
        listening: contacts.listening,
        pollMs,
      },
      at,
    )
  }

  return { rows: rows as ReadonlyMap<string, AttemptRow>, refresh, show }
}

function createRow(attempt: LiveAttempt): AttemptRow {
  const details = { incidents: 0, countedEvents: null, pausedFor: undefined }
  return { ...createShownRow(), ...details, attempt, totalQuestions: 0 }
}
