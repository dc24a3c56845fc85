import type { Seat } from '#core/exam-windows/seats.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { ExamWindow } from './queries.ts'

const chunkSize = 200

/** By student. */
export async function listSeats(db: Db, windowId: string): Promise<ReadonlyMap<string, Seat>> {
  const rows = await db
    .selectFrom('window_seats')
    .select(['student_id', 'room', 'seat'])
    .where('window_id', '=', windowId)
    .execute()
  return new Map(rows.map(({ student_id: id, room, seat: number }) => [id, { room, number }]))
}

/** An exam day: who has finished is shown for as long. */
const liveMs = 12 * 60 * 60_000

/** By student: in the window of this exam that opened last, or else that opens first. */
export async function listLiveSeats(
  db: Db,
  examId: string,
  at: number,
): Promise<ReadonlyMap<string, Seat>> {
  const rows = await db
    .selectFrom('window_seats')
    .innerJoin('exam_windows', 'exam_windows.id', 'window_seats.window_id')
    .select(['student_id', 'room', 'seat', 'opens_at'])
    .where('window_seats.exam_id', '=', examId)
    .where('closes_at', '>', at - liveMs)
    .orderBy('opens_at')
    .execute()
  const seats = new Map<string, Seat>()
  for (const { student_id: id, room, seat: number, opens_at: opensAt } of rows)
    if (opensAt <= at || !seats.has(id)) seats.set(id, { room, number })
  return seats
}

/** Takes seats back from these students and gives others; the exam must be locked. */
export async function saveSeats(
  tx: Db,
  { id: windowId, examId }: Pick<ExamWindow, 'id' | 'examId'>,
  {
    freed,
    assigned,
  }: { readonly freed: readonly string[]; readonly assigned: ReadonlyMap<string, Seat> },
): Promise<void> {
  for (const ids of toBatches(freed, chunkSize)) {
    await tx
      .deleteFrom('window_seats')
      .where('window_id', '=', windowId)
      .where('student_id', 'in', ids)
      .execute()
  }
  for (const some of toBatches([...assigned], chunkSize)) {
    const rows = some.map(([id, { room, number }]) => ({
      window_id: windowId,
      exam_id: examId,
      student_id: id,
      room,
      seat: number,
    }))
    await tx.insertInto('window_seats').values(rows).execute()
  }
}

export async function removeSeats(tx: Db, windowId: string): Promise<void> {
  await tx.deleteFrom('window_seats').where('window_id', '=', windowId).execute()
}

/** Exams with a window that has rooms and is not over, in the order in which they are locked. */
export async function listExamsWithRooms(db: Db, at: number): Promise<string[]> {
  return listExamIds(selectSeated(db, at))
}

export async function listExamsWithRoomsOfBatches(
  db: Db,
  { batchIds, at }: { readonly batchIds: readonly string[]; readonly at: number },
): Promise<string[]> {
  if (batchIds.length === 0) return []
  return listExamIds(selectSeated(db, at).where('batch_id', 'in', batchIds))
}

/** Exams with a window that names one of these students, has their batch or keeps them a seat. */
export async function listExamsWithRoomsOfStudents(
  db: Db,
  { studentIds, at }: { readonly studentIds: readonly string[]; readonly at: number },
): Promise<string[]> {
  const found = new Set<string>()
  for (const ids of toBatches(studentIds, chunkSize)) {
    const query = selectSeated(db, at).where((eb) =>
      eb.or([
        eb(
          'batch_id',
          'in',
          eb.selectFrom('batch_students').select('batch_id').where('student_id', 'in', ids),
        ),
        eb(
          'exam_windows.id',
          'in',
          eb.selectFrom('exam_window_students').select('window_id').where('student_id', 'in', ids),
        ),
        eb(
          'exam_windows.id',
          'in',
          eb.selectFrom('window_seats').select('window_id').where('student_id', 'in', ids),
        ),
      ]),
    )
    for (const id of await listExamIds(query)) found.add(id)
  }
  return [...found].toSorted()
}

function selectSeated(db: Db, at: number) {
  return db
    .selectFrom('exam_windows')
    .innerJoin('exams', 'exams.id', 'exam_windows.exam_id')
    .select('exam_id')
    .distinct()
    .where('rooms', 'is not', null)
    .where('closes_at', '>', at)
    .where('exams.deleted_at', 'is', null)
    .orderBy('exam_id')
}

async function listExamIds(query: ReturnType<typeof selectSeated>): Promise<string[]> {
  return (await query.execute()).map(({ exam_id: id }) => id)
}
