import { toPersonLabel } from '#core/students/namesakes.ts'
import { type Db, toBatches } from '../database/database.ts'
import { namesakeIdentifier } from '../students/namesake-identifier.ts'
import type { ExamWindow } from './queries.ts'

/** A student for whom a window is open. */
export type WindowStudent = {
  readonly windowId: string
  readonly id: string
  readonly name: string
  readonly email: string
  /** Set only for a student with a namesake. */
  readonly identifier: string | null
  /** When they were added to its batch; 0 for those named by it. */
  readonly since: number
}

const chunkSize = 500

/**
 * Without deleted students, by name. A window for everyone names nobody, and has none.
 * @param windows of one exam, as a rule: each member of a batch comes once for each of its windows
 */
export async function listWindowStudents(
  db: Db,
  windows: readonly Pick<ExamWindow, 'id' | 'kind'>[],
): Promise<WindowStudent[]> {
  const found: WindowStudent[] = []
  const idsOf = (kind: ExamWindow['kind']) =>
    windows.filter((window) => window.kind === kind).map(({ id }) => id)
  for (const ids of toBatches(idsOf('batch'), chunkSize)) {
    const rows = await db
      .selectFrom('exam_windows')
      .innerJoin('batch_students', 'batch_students.batch_id', 'exam_windows.batch_id')
      .innerJoin('students', 'students.id', 'batch_students.student_id')
      .select(['exam_windows.id as window_id', 'students.id', 'name', 'email', 'name_key'])
      .select(['added_at as since', namesakeIdentifier])
      .where('exam_windows.id', 'in', ids)
      .where('students.deleted_at', 'is', null)
      .orderBy('name_key')
      .orderBy('students.id')
      .execute()
    found.push(...rows.map(toWindowStudent))
  }
  for (const ids of toBatches(idsOf('students'), chunkSize)) {
    const rows = await db
      .selectFrom('exam_window_students')
      .innerJoin('students', 'students.id', 'exam_window_students.student_id')
      .select(['window_id', 'students.id', 'name', 'email', 'name_key'])
      .select(namesakeIdentifier)
      .where('window_id', 'in', ids)
      .where('students.deleted_at', 'is', null)
      .orderBy('name_key')
      .orderBy('students.id')
      .execute()
    found.push(...rows.map((row) => toWindowStudent({ ...row, since: 0 })))
  }
  return found
}

type WindowStudentRow = Omit<WindowStudent, 'windowId'> & { readonly window_id: string }

function toWindowStudent(row: WindowStudentRow): WindowStudent {
  const { window_id: windowId, id, name, email, identifier, since } = row
  return { windowId, id, name, email, identifier, since }
}

type Overlap = {
  readonly examId: string
  readonly batchId: string
  /** The window that is being changed. */
  readonly exceptWindowId: string | undefined
}

/** The names, as they are told apart, of those in the batch who have a window of this exam by name, or by another batch. */
export async function listOverlap(
  db: Db,
  { examId, batchId, exceptWindowId = '' }: Overlap,
): Promise<string[]> {
  const rows = await db
    .selectFrom('batch_students')
    .innerJoin('students', 'students.id', 'batch_students.student_id')
    .select(['students.name', namesakeIdentifier])
    .where('batch_students.batch_id', '=', batchId)
    .where('students.deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('exam_windows')
          .select('exam_windows.id')
          .where('exam_id', '=', examId)
          .where('exam_windows.id', '!=', exceptWindowId)
          .where((inner) =>
            inner.or([
              inner('exam_windows.batch_id', 'is', null),
              inner('exam_windows.batch_id', '!=', batchId),
            ]),
          )
          .where((inner) =>
            inner.or([
              inner.exists(
                inner
                  .selectFrom('batch_students as others')
                  .select('others.student_id')
                  .whereRef('others.batch_id', '=', 'exam_windows.batch_id')
                  .whereRef('others.student_id', '=', 'students.id'),
              ),
              inner.exists(
                inner
                  .selectFrom('exam_window_students as named')
                  .select('named.student_id')
                  .whereRef('named.window_id', '=', 'exam_windows.id')
                  .whereRef('named.student_id', '=', 'students.id'),
              ),
            ]),
          ),
      ),
    )
    .orderBy('name_key')
    .orderBy('students.id')
    .execute()
  return rows.map(toPersonLabel)
}
