import type { ExcuseReason, RegisterEntry } from '#core/registers/register.ts'
import { type Db, toBatches } from '../database/database.ts'
import {
  type ExamWindow,
  findWindow,
  type ListedWindow,
  parseRooms,
  serializeRooms,
  toTimes,
} from '../exam-windows/queries.ts'

/** The register of a window that has opened. */
export type RegisterRecord = {
  /** How many students were decided about, also those who were erased since. */
  readonly decided: number
  readonly isComplete: boolean
}

export async function findRegister(db: Db, windowId: string): Promise<RegisterRecord | null> {
  const row = await db
    .selectFrom('registers')
    .select(['decided', 'is_complete'])
    .where('window_id', '=', windowId)
    .executeTakeFirst()
  return row ? { decided: row.decided, isComplete: row.is_complete === 1 } : null
}

export type RegisterWindow = ListedWindow & { readonly isRemoved: boolean }

/** Also one that was taken away, if it has a register. */
export async function findRegisterWindow(db: Db, id: string): Promise<RegisterWindow | undefined> {
  const window = await findWindow(db, id)
  if (window) return { ...window, isRemoved: false }
  const row = await db
    .selectFrom('registers')
    .innerJoin('exams', 'exams.id', 'registers.exam_id')
    .leftJoin('batches', 'batches.id', 'registers.batch_id')
    .select(['exam_id', 'audience', 'batch_id', 'opens_at', 'closes_at', 'latest_entry_at'])
    .select(['exams.title', 'exams.duration_minutes', 'exams.released_at', 'rooms'])
    .select('batches.name as batch_name')
    .where('window_id', '=', id)
    .where('exams.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id,
    examId: row.exam_id,
    kind: row.audience,
    batchId: row.batch_id,
    ...toTimes({ ...row, ends_at_closing: 0 }),
    createdAt: row.opens_at,
    version: 1,
    rooms: parseRooms(row.rooms),
    examTitle: row.title,
    examMinutes: row.duration_minutes,
    isReleased: row.released_at !== null,
    batchName: row.batch_name,
    isRemoved: true,
  }
}

/**
 * Exams with a window, of any batch or of this one, that has opened and whose register is not complete;
 * in the order in which they are locked.
 */
export async function listExamsToReconcile(
  db: Db,
  { at, batchId }: { readonly at: number; readonly batchId?: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('exam_windows')
    .innerJoin('exams', 'exams.id', 'exam_windows.exam_id')
    .leftJoin('registers', 'registers.window_id', 'exam_windows.id')
    .select('exam_windows.exam_id')
    .distinct()
    .where('exam_windows.opens_at', '<=', at)
    .where('exams.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('registers.is_complete', 'is', null), eb('registers.is_complete', '=', 0)]),
    )
    .$if(batchId !== undefined, (list) => list.where('exam_windows.batch_id', '=', batchId ?? ''))
    .orderBy('exam_windows.exam_id')
    .execute()
  return rows.map((row) => row.exam_id)
}

export async function saveRegister(
  tx: Db,
  window: ExamWindow,
  { decided, isComplete }: RegisterRecord,
): Promise<void> {
  const row = {
    audience: window.kind,
    batch_id: window.batchId,
    opens_at: window.opensAt,
    closes_at: window.closesAt,
    latest_entry_at: window.latestEntryAt,
    decided,
    is_complete: isComplete ? 1 : 0,
    rooms: serializeRooms(window.rooms),
  }
  await tx
    .insertInto('registers')
    .values({ window_id: window.id, exam_id: window.examId, ...row })
    .onConflict((clash) => clash.column('window_id').doUpdateSet(row))
    .execute()
}

export async function removeRegister(tx: Db, windowId: string): Promise<void> {
  await tx.deleteFrom('registers').where('window_id', '=', windowId).execute()
}

/** By student. */
export async function listEntries(
  db: Db,
  windowId: string,
): Promise<ReadonlyMap<string, RegisterEntry>> {
  const rows = await db
    .selectFrom('register_entries')
    .select(['student_id', 'attempt_id', 'until_at'])
    .where('window_id', '=', windowId)
    .execute()
  return new Map(
    rows.map((row) => [row.student_id, { attemptId: row.attempt_id, until: row.until_at }]),
  )
}

const chunkSize = 500

export async function saveEntries(
  tx: Db,
  windowId: string,
  entries: ReadonlyMap<string, RegisterEntry>,
): Promise<void> {
  for (const some of toBatches([...entries], chunkSize)) {
    const rows = some.map(([id, { attemptId, until }]) => ({
      window_id: windowId,
      student_id: id,
      attempt_id: attemptId,
      until_at: until,
    }))
    await tx
      .insertInto('register_entries')
      .values(rows)
      .onConflict((clash) => clash.columns(['window_id', 'student_id']).doNothing())
      .execute()
  }
}

/** Nothing is decided any more about who was absent. @returns how many that were */
export async function removeAbsences(tx: Db, windowId: string): Promise<number> {
  const rows = await tx
    .deleteFrom('register_entries')
    .where('window_id', '=', windowId)
    .where('attempt_id', 'is', null)
    .returning('student_id')
    .execute()
  return rows.length
}

export type Excuse = {
  readonly reason: ExcuseReason
  readonly at: number
  /** The name of who said so; null once that account is erased. */
  readonly by: string | null
}

/** By student. */
export async function listExcuses(db: Db, windowId: string): Promise<ReadonlyMap<string, Excuse>> {
  const rows = await db
    .selectFrom('register_excuses')
    .leftJoin('accounts', 'accounts.id', 'excused_by')
    .select(['student_id', 'reason', 'excused_at', 'accounts.name'])
    .where('window_id', '=', windowId)
    .execute()
  return new Map(
    rows.map(({ student_id: id, reason, excused_at: at, name: by }) => [
      id,
      { reason: reason as ExcuseReason, at, by },
    ]),
  )
}

type NewExcuse = {
  readonly windowId: string
  readonly studentIds: readonly string[]
  readonly reason: ExcuseReason
  readonly by: string | null
  readonly at: number
}

export async function saveExcuses(
  tx: Db,
  { windowId, studentIds, reason, by, at }: NewExcuse,
): Promise<void> {
  const row = { reason, excused_by: by, excused_at: at }
  for (const ids of toBatches(studentIds, chunkSize)) {
    await tx
      .insertInto('register_excuses')
      .values(ids.map((id) => ({ window_id: windowId, student_id: id, ...row })))
      .onConflict((clash) => clash.columns(['window_id', 'student_id']).doUpdateSet(row))
      .execute()
  }
}

/** @returns whose excuse that was */
export async function removeExcuses(
  tx: Db,
  windowId: string,
  studentIds: readonly string[],
): Promise<string[]> {
  const removed: string[] = []
  for (const ids of toBatches(studentIds, chunkSize)) {
    const rows = await tx
      .deleteFrom('register_excuses')
      .where('window_id', '=', windowId)
      .where('student_id', 'in', ids)
      .returning('student_id')
      .execute()
    removed.push(...rows.map((row) => row.student_id))
  }
  return removed
}
