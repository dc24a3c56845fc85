import type { Deps } from '../deps.ts'
import { listExpectedStudents, toNotStarted } from './expected-students.ts'
import { createShownRow, type ShownRow, showRow } from './shown-row.ts'
import type { TableVersions } from './table-versions.ts'

const refreshEveryMs = 15_000

type Started = { has(studentId: string): boolean }

/** The rows of students who are expected and have no attempt. */
export function createNotStartedRows({ db, clock }: Deps, versions: TableVersions) {
  const rows = new Map<string, ShownRow>()
  let refreshedAt = Number.NEGATIVE_INFINITY
  let shownCount: number | null = null

  /** @param started those who have an attempt: its row takes the place of theirs */
  async function refresh(
    exam: { readonly id: string; readonly questionCount: number },
    started: Started,
    at: number,
  ) {
    const monotonicMs = clock.machine.getMonotonicMs()
    const isEdited = exam.questionCount !== shownCount
    if (isEdited || monotonicMs - refreshedAt >= refreshEveryMs) {
      refreshedAt = monotonicMs
      shownCount = exam.questionCount
      await reload(exam, started, at)
    }
    for (const studentId of rows.keys()) if (started.has(studentId)) rows.delete(studentId)
  }

  async function reload(
    { id, questionCount }: { readonly id: string; readonly questionCount: number },
    started: Started,
    at: number,
  ) {
    const expected = await listExpectedStudents(db.read, id, at)
    const change = versions.startChange()
    const expectedIds = new Set(expected.map((student) => student.id))
    for (const studentId of rows.keys()) {
      if (expectedIds.has(studentId)) continue
      rows.delete(studentId)
      if (!started.has(studentId)) versions.noteRemoved(studentId, change())
    }
    for (const student of expected) {
      const row = rows.get(student.id) ?? createShownRow()
      rows.set(student.id, row)
      showRow(row, toNotStarted(student, questionCount), versions, change)
    }
  }

  return { rows: rows as ReadonlyMap<string, ShownRow>, refresh }
}
