import { sql } from 'kysely'
import type { SeatedWindow } from '#core/exam-windows/window.ts'
import type { Db } from '../database/database.ts'
import { castToText, preparedQuery } from '../database/prepared-query.ts'
import type { ExamWindowRow } from '../database/tables.ts'
import { toTimes, type WindowTimesRow } from './queries.ts'

type SeatedRow = WindowTimesRow &
  Pick<ExamWindowRow, 'exam_id'> & {
    /** Null where this student has no seat. */
    readonly room: string | null
    readonly seat: number | null
  }

const timesColumns = [
  'exam_windows.exam_id',
  'opens_at',
  'closes_at',
  'latest_entry_at',
  'ends_at_closing',
] as const
const seatColumns = ['room', 'seat'] as const

type OwnRow = SeatedRow & {
  /** A boolean on PostgreSQL, 0 or 1 on SQLite. */
  readonly is_own: boolean | number
}

/** The windows of an exam, each with whether it is for this student. */
const windowsOfExam = preparedQuery<{ examId: string; studentId: string }, OwnRow>((db, param) =>
  db
    .selectFrom('exam_windows')
    .leftJoin('window_seats', (join) =>
      join
        .onRef('window_seats.window_id', '=', 'exam_windows.id')
        .on('window_seats.student_id', '=', castToText(param('studentId'))),
    )
    .select([...timesColumns, ...seatColumns])
    .select((eb) =>
      eb
        .or([
          eb('audience', '=', 'everyone'),
          eb.exists(
            eb
              .selectFrom('batch_students')
              .select(sql.lit(1).as('one'))
              .whereRef('batch_students.batch_id', '=', 'exam_windows.batch_id')
              .where('batch_students.student_id', '=', castToText(param('studentId'))),
          ),
          eb.exists(
            eb
              .selectFrom('exam_window_students')
              .select(sql.lit(1).as('one'))
              .whereRef('window_id', '=', 'exam_windows.id')
              .where('exam_window_students.student_id', '=', castToText(param('studentId'))),
          ),
        ])
        .as('is_own'),
    )
    .where('exam_windows.exam_id', '=', param('examId'))
    .$castTo<OwnRow>(),
)

/** The windows of one student at one exam; null if it has none, and so is for everyone. */
export async function listStudentWindows(
  db: Db,
  key: { readonly examId: string; readonly studentId: string },
): Promise<readonly SeatedWindow[] | null> {
  const rows = await windowsOfExam(db, key)
  return rows.length === 0 ? null : rows.filter((row) => Boolean(row.is_own)).map(toSeated)
}

const ownColumns = ['exam_windows.id', ...timesColumns] as const

/** Each way to a window of one student, by an index of its own. */
const ownWindows = preparedQuery<{ studentId: string }, SeatedRow>((db, param) => {
  const own = db
    .selectFrom('exam_windows')
    .select(ownColumns)
    .where('audience', '=', sql.lit('everyone' as const))
    .unionAll(
      db
        .selectFrom('batch_students')
        .innerJoin('exam_windows', 'exam_windows.batch_id', 'batch_students.batch_id')
        .select(ownColumns)
        .where('student_id', '=', castToText(param('studentId'))),
    )
    .unionAll(
      db
        .selectFrom('exam_window_students')
        .innerJoin('exam_windows', 'exam_windows.id', 'exam_window_students.window_id')
        .select(ownColumns)
        .where('student_id', '=', castToText(param('studentId'))),
    )
  return db
    .selectFrom(own.as('own'))
    .leftJoin('window_seats', (join) =>
      join
        .onRef('window_seats.window_id', '=', 'own.id')
        .on('window_seats.student_id', '=', castToText(param('studentId'))),
    )
    .select(['own.exam_id', 'opens_at', 'closes_at', 'latest_entry_at', 'ends_at_closing'])
    .select(seatColumns)
    .$castTo<SeatedRow>()
})

const examsWithWindows = preparedQuery<Record<string, never>, { exam_id: string }>((db) =>
  db.selectFrom('exam_windows').select('exam_id').distinct(),
)

/** By exam; an exam without windows is missing, and one with those of others only has none. */
export async function listWindowsByExam(
  db: Db,
  studentId: string,
): Promise<ReadonlyMap<string, readonly SeatedWindow[]>> {
  const exams = await examsWithWindows(db, {})
  if (exams.length === 0) return new Map()
  const own = Map.groupBy(await ownWindows(db, { studentId }), (row) => row.exam_id)
  return new Map(exams.map(({ exam_id: id }) => [id, (own.get(id) ?? []).map(toSeated)]))
}

function toSeated({ room, seat, ...times }: SeatedRow): SeatedWindow {
  const window = toTimes(times)
  return room === null || seat === null ? window : { ...window, seat: { room, number: seat } }
}
