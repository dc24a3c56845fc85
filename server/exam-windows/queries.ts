import type { Selectable } from 'kysely'
import type { Room } from '#core/exam-windows/seats.ts'
import {
  type AudienceKind,
  getWindowPhase,
  type ShownPhase,
  toShownPhase,
  type WindowTimes,
} from '#core/exam-windows/window.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { ExamWindowRow } from '../database/tables.ts'
import { lockExam } from '../exams/queries.ts'

export type ExamWindow = WindowTimes & {
  readonly id: string
  readonly examId: string
  readonly kind: AudienceKind
  /** Null unless it is for a batch. */
  readonly batchId: string | null
  readonly createdAt: number
  readonly version: number
  readonly rooms: readonly Room[]
}

/** The windows of one exam, the earliest first. */
export async function listExamWindows(db: Db, examId: string): Promise<ExamWindow[]> {
  const rows = await db
    .selectFrom('exam_windows')
    .selectAll()
    .where('exam_id', '=', examId)
    .orderBy('opens_at')
    .orderBy('id')
    .execute()
  return rows.map(toExamWindow)
}

export type ListedWindow = ExamWindow & {
  readonly examTitle: string
  readonly examMinutes: number
  readonly isReleased: boolean
  readonly batchName: string | null
}

type WindowFilter = {
  readonly id?: string | undefined
  readonly examId?: string | undefined
  readonly batchId?: string | undefined
  readonly closesAfter?: number
}

/** Windows whose exam is not deleted, the earliest first. */
export async function listWindows(
  db: Db,
  { id, examId, batchId, closesAfter }: WindowFilter,
): Promise<ListedWindow[]> {
  const rows = await db
    .selectFrom('exam_windows')
    .innerJoin('exams', 'exams.id', 'exam_windows.exam_id')
    .leftJoin('batches', 'batches.id', 'exam_windows.batch_id')
    .selectAll('exam_windows')
    .select(['exams.title', 'exams.duration_minutes', 'exams.released_at'])
    .select('batches.name as batch_name')
    .where('exams.deleted_at', 'is', null)
    .$if(id !== undefined, (list) => list.where('exam_windows.id', '=', id ?? ''))
    .$if(examId !== undefined, (list) => list.where('exam_id', '=', examId ?? ''))
    .$if(batchId !== undefined, (list) => list.where('batch_id', '=', batchId ?? ''))
    .$if(closesAfter !== undefined, (list) => list.where('closes_at', '>', closesAfter ?? 0))
    .orderBy('opens_at')
    .orderBy('exam_windows.id')
    .execute()
  return rows.map((row) => ({
    ...toExamWindow(row),
    examTitle: row.title,
    examMinutes: row.duration_minutes,
    isReleased: row.released_at !== null,
    batchName: row.batch_name,
  }))
}

export async function findWindow(db: Db, id: string): Promise<ListedWindow | undefined> {
  const [window] = await listWindows(db, { id })
  return window
}

/** Also those of deleted exams, which may be restored. */
export async function isBatchInUse(db: Db, batchId: string): Promise<boolean> {
  const row = await db
    .selectFrom('exam_windows')
    .select('id')
    .where('batch_id', '=', batchId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type NextExam = {
  readonly examId: string
  readonly title: string
  readonly opensAt: number
  readonly phase: ShownPhase
}

/** By batch: the first of its windows that is not over at that moment. */
export async function listNextExams(
  db: Db,
  batchIds: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, NextExam>> {
  const next = new Map<string, NextExam>()
  for (const ids of toBatches(batchIds, chunkSize)) {
    const rows = await db
      .selectFrom('exam_windows')
      .innerJoin('exams', 'exams.id', 'exam_windows.exam_id')
      .select(['batch_id', 'exam_id', 'title', 'released_at'])
      .select(['opens_at', 'closes_at', 'latest_entry_at', 'ends_at_closing'])
      .where('batch_id', 'in', ids)
      .where('closes_at', '>', at)
      .where('exams.deleted_at', 'is', null)
      .orderBy('opens_at', 'desc')
      .execute()
    for (const row of rows) {
      const times = toTimes(row)
      const phase = toShownPhase(getWindowPhase(times, at), row.released_at !== null)
      const exam = { examId: row.exam_id, title: row.title, opensAt: times.opensAt, phase }
      if (row.batch_id !== null) next.set(row.batch_id, exam)
    }
  }
  return next
}

export type WindowTimesRow = Pick<
  ExamWindowRow,
  'opens_at' | 'closes_at' | 'latest_entry_at' | 'ends_at_closing'
>

export function toTimes(row: WindowTimesRow): WindowTimes {
  return {
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    latestEntryAt: row.latest_entry_at,
    endsAtClosing: row.ends_at_closing === 1,
  }
}

/** Locks its exam, as a start does: nobody else changes its windows until the transaction ends. */
export async function lockWindow(tx: Db, id: string): Promise<ListedWindow | undefined> {
  const found = await findWindow(tx, id)
  if (!found || !(await lockExam(tx, found.examId))) return undefined
  // Another one may have changed it, or taken it away, until its exam was locked.
  return findWindow(tx, id)
}

/** The exam must be locked. */
export async function saveWindow(tx: Db, window: ExamWindow): Promise<void> {
  const row = {
    audience: window.kind,
    batch_id: window.batchId,
    opens_at: window.opensAt,
    closes_at: window.closesAt,
    latest_entry_at: window.latestEntryAt,
    ends_at_closing: window.endsAtClosing ? 1 : 0,
    version: window.version,
    rooms: serializeRooms(window.rooms),
  }
  await tx
    .insertInto('exam_windows')
    .values({ id: window.id, exam_id: window.examId, created_at: window.createdAt, ...row })
    .onConflict((clash) => clash.column('id').doUpdateSet(row))
    .execute()
}

export async function removeWindows(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('exam_windows').where('id', 'in', ids).execute()
}

const chunkSize = 500

export async function saveWindowStudents(
  tx: Db,
  windowId: string,
  studentIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('exam_window_students').where('window_id', '=', windowId).execute()
  for (const ids of toBatches(studentIds, chunkSize)) {
    const rows = ids.map((id) => ({ window_id: windowId, student_id: id }))
    await tx.insertInto('exam_window_students').values(rows).execute()
  }
}

/** The students that a window names, deleted ones too. */
export async function listNamedStudentIds(db: Db, windowId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('exam_window_students')
    .select('student_id')
    .where('window_id', '=', windowId)
    .orderBy('student_id')
    .execute()
  return rows.map((row) => row.student_id)
}

export function toExamWindow(row: Selectable<ExamWindowRow>): ExamWindow {
  return {
    id: row.id,
    examId: row.exam_id,
    kind: row.audience,
    batchId: row.batch_id,
    ...toTimes(row),
    createdAt: row.created_at,
    version: row.version,
    rooms: parseRooms(row.rooms),
  }
}

export function serializeRooms(rooms: readonly Room[]): string | null {
  return rooms.length > 0 ? JSON.stringify(rooms) : null
}

export function parseRooms(json: string | null): readonly Room[] {
  return json === null ? [] : (JSON.parse(json) as readonly Room[])
}
