import type { Db } from '../database/database.ts'
import type { ListedWindow } from '../exam-windows/queries.ts'

/** Students of a window who started while it was open, and those of them who still work. */
export async function countWindowAttempts(
  db: Db,
  { id, examId, kind, batchId, opensAt, closesAt }: ListedWindow,
): Promise<{ started: number; running: number }> {
  const started = db
    .selectFrom('attempts')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .where('attempts.exam_id', '=', examId)
    .where('attempts.started_at', '>=', opensAt)
    .where('attempts.started_at', '<', closesAt)
    .where('students.deleted_at', 'is', null)
    .$if(kind === 'batch', (attempts) =>
      attempts.where('attempts.student_id', 'in', (of) =>
        of
          .selectFrom('batch_students')
          .select('batch_students.student_id')
          .where('batch_id', '=', batchId ?? ''),
      ),
    )
    .$if(kind === 'students', (attempts) =>
      attempts.where('attempts.student_id', 'in', (of) =>
        of
          .selectFrom('exam_window_students')
          .select('exam_window_students.student_id')
          .where('window_id', '=', id),
      ),
    )
  const all = await started
    .select((eb) => eb.fn.count<number>('attempts.student_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  const unfinished = await started
    .where('attempts.finished_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { started: Number(all.count), running: Number(unfinished.count) }
}

/** Everybody with an attempt at the exam, running or over. */
export async function listTakers(db: Db, examId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('attempts')
    .select('student_id')
    .distinct()
    .where('exam_id', '=', examId)
    .execute()
  return new Set(rows.map((row) => row.student_id))
}

type ExamsTakenQuery = {
  readonly batchId: string
  readonly studentIds: readonly string[]
  readonly at: number
}

/** Exams with a window of the batch that has opened, and how many of them each student has taken. */
export async function countExamsTaken(db: Db, { batchId, studentIds, at }: ExamsTakenQuery) {
  const opened = await db
    .selectFrom('exam_windows')
    .innerJoin('exams', 'exams.id', 'exam_windows.exam_id')
    .select('exam_id')
    .distinct()
    .where('batch_id', '=', batchId)
    .where('opens_at', '<=', at)
    .where('exams.deleted_at', 'is', null)
    .execute()
  if (opened.length === 0 || studentIds.length === 0) {
    return { opened: opened.length, taken: new Map<string, number>() }
  }
  const examIds = opened.map((row) => row.exam_id)
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('batch_students', 'batch_students.student_id', 'attempts.student_id')
    .select((eb) => [
      'attempts.student_id',
      eb.fn.count<number>('attempts.exam_id').distinct().as('count'),
    ])
    .where('batch_students.batch_id', '=', batchId)
    .where('attempts.exam_id', 'in', examIds)
    .groupBy('attempts.student_id')
    .execute()
  return {
    opened: opened.length,
    taken: new Map(rows.map(({ student_id: id, count }) => [id, Number(count)])),
  }
}
