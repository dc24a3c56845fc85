import { isOver } from '#core/attempts/attempt.ts'
import { getEntryPeriod, type WindowTimes } from '#core/exam-windows/window.ts'
import type { Member, StartedAttempt } from '#core/registers/register.ts'
import { type Db, toBatches } from '../database/database.ts'
import { type ExamWindow, listExamWindows } from '../exam-windows/queries.ts'

export type RosterMember = Member & { readonly studentId: string }

export type Roster = {
  /** All windows of the exam, the earliest first. */
  readonly windows: readonly ExamWindow[]
  /** Students the window is for, deleted ones too; one for everyone lists those who came to it. */
  listMembers(window: ExamWindow): RosterMember[]
  /** Attempts of one student, whether or not a window is for them. */
  listAttempts(studentId: string): readonly StartedAttempt[]
  /** The last moment at which anybody could start by this window. */
  getLastMoment(window: ExamWindow): number
}

/** All that decides who comes to the windows of an exam. */
export async function loadRoster(db: Db, examId: string, at: number): Promise<Roster> {
  const windows = await listExamWindows(db, examId)
  const memberships = await listMemberships(db, windows)
  const attempts = Map.groupBy(await listAttempts(db, examId, at), (one) => one.studentId)
  const byWindow = Map.groupBy(memberships, ({ windowId }) => windowId)
  const byStudent = Map.groupBy(memberships, ({ studentId }) => studentId)
  const forEveryone = windows.filter(({ kind }) => kind === 'everyone')
  const byId = new Map(windows.map((window) => [window.id, window]))

  function listOtherWindows(studentId: string, window: ExamWindow): WindowTimes[] {
    const named = (byStudent.get(studentId) ?? []).flatMap((one) => byId.get(one.windowId) ?? [])
    return [...named, ...forEveryone].filter(({ id }) => id !== window.id)
  }

  function listPresent(window: ExamWindow): Membership[] {
    return [...attempts].flatMap(([studentId, own]) => {
      const { from, until } = getEntryPeriod(window, listOtherWindows(studentId, window))
      const isPresent = own.some(({ startedAt }) => startedAt >= from && startedAt <= until)
      const deletedAt = own[0]?.deletedAt ?? null
      return isPresent ? [{ windowId: window.id, studentId, since: 0, deletedAt }] : []
    })
  }

  return {
    windows,
    listMembers(window) {
      const members =
        window.kind === 'everyone' ? listPresent(window) : (byWindow.get(window.id) ?? [])
      return members.map(({ studentId, since, deletedAt }) => ({
        studentId,
        since,
        deletedAt,
        otherWindows: listOtherWindows(studentId, window),
        attempts: attempts.get(studentId) ?? [],
      }))
    },
    listAttempts: (studentId) => attempts.get(studentId) ?? [],
    getLastMoment: (window) =>
      getEntryPeriod(
        window,
        windows.filter(({ id }) => id !== window.id),
      ).until,
  }
}

type Membership = {
  readonly windowId: string
  readonly studentId: string
  readonly since: number
  readonly deletedAt: number | null
}

const chunkSize = 500

async function listMemberships(db: Db, windows: readonly ExamWindow[]): Promise<Membership[]> {
  const found: Membership[] = []
  for (const ids of toBatches(
    windows.map(({ id }) => id),
    chunkSize,
  )) {
    const ofBatches = await db
      .selectFrom('exam_windows')
      .innerJoin('batch_students', 'batch_students.batch_id', 'exam_windows.batch_id')
      .innerJoin('students', 'students.id', 'batch_students.student_id')
      .select(['exam_windows.id as windowId', 'students.id as studentId'])
      .select(['added_at as since', 'deleted_at as deletedAt'])
      .where('exam_windows.id', 'in', ids)
      .execute()
    const named = await db
      .selectFrom('exam_window_students')
      .innerJoin('students', 'students.id', 'exam_window_students.student_id')
      .select(['window_id as windowId', 'students.id as studentId', 'deleted_at as deletedAt'])
      .where('window_id', 'in', ids)
      .execute()
    found.push(...ofBatches, ...named.map((one) => ({ ...one, since: 0 })))
  }
  return found
}

type OwnAttempt = StartedAttempt & {
  readonly studentId: string
  readonly deletedAt: number | null
}

async function listAttempts(db: Db, examId: string, at: number): Promise<OwnAttempt[]> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .select(['attempts.id', 'student_id', 'started_at', 'finished_at', 'ends_at', 'closes_at'])
    .select(['paused_at', 'deleted_at'])
    .where('exam_id', '=', examId)
    .execute()
  return rows.map((row) => {
    const { finished_at: finishedAt, closes_at: closesAt, paused_at: pausedAt } = row
    // Over, and not closed yet.
    const isEnded = isOver({ finishedAt, closesAt, pausedAt }, at)
    return {
      id: row.id,
      studentId: row.student_id,
      startedAt: row.started_at,
      finishedAt: isEnded ? (finishedAt ?? row.ends_at) : null,
      deletedAt: row.deleted_at,
    }
  })
}
