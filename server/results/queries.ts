import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { attemptSorts, listQuery } from '#contract/schemas.ts'
import { type AttemptRecord, toAttemptRecord } from '../attempts/attempt-record.ts'
import { isInBatch } from '../batches/member-queries.ts'
import type { Db } from '../database/database.ts'
import {
  type CountedPage,
  filterBySearch,
  paginate,
  type SortColumns,
  sortRows,
} from '../database/pagination.ts'
import { castToText, preparedQuery } from '../database/prepared-query.ts'
import type { AttemptRow } from '../database/tables.ts'
import { namesakeIdentifier } from '../students/namesake-identifier.ts'

/** An attempt with the extra columns of a list. */
export type AttemptListItem = AttemptRecord & {
  readonly studentName: string
  readonly studentEmail: string
  readonly studentRollNumber: string | null
  /** Empty where the list is the student's own. */
  readonly studentPhone: string
  /** Set for a student with a namesake, for staff. */
  readonly studentIdentifier: string | null
  readonly resultsReleasedAt: number | null
}

export type AttemptListQuery = z.output<ReturnType<typeof listQuery<typeof attemptSorts>>>
type AttemptScope = {
  readonly examId?: string
  readonly studentId?: string | Expression<string>
  readonly attemptId?: string
  readonly batchId?: string | undefined
  /** Only those whose student may see the result. */
  readonly isResultVisible?: boolean
}

const columns = [
  'students.name as student_name',
  'students.email as student_email',
  'students.roll_number as student_roll_number',
  'exams.results_released_at',
] as const

const staffColumns = [...columns, 'students.phone as student_phone', namesakeIdentifier] as const

type AttemptListRow = Selectable<AttemptRow> & {
  student_name: string
  student_email: string
  student_roll_number: string | null
  /** Not for the student, as the next one. */
  student_phone?: string
  identifier?: string | null
  results_released_at: number | null
}

export function findAttempts(
  db: Db,
  scope: AttemptScope,
  query: AttemptListQuery = {},
): Promise<CountedPage<AttemptListItem>> {
  return paginate(query, {
    matching: selectMatching(db, scope, query.search),
    columns: scope.studentId === undefined ? sortColumns : studentSortColumns,
    async load(page) {
      const rows = await page.selectAll('attempts').select(staffColumns).execute()
      return (rows as AttemptListRow[]).map(toAttemptListItem)
    },
  })
}

const ownAttempts = preparedQuery<{ studentId: string }, AttemptListRow>(
  (db, param) =>
    sortRows(
      selectInScope(db, { studentId: castToText(param('studentId')) }),
      sortColumns,
      'newest',
    )
      .selectAll('attempts')
      .select(columns) as never,
)

/** Newest first: for the panel, which every student loads before and after an exam. */
export async function listAttemptsOfStudent(db: Db, studentId: string): Promise<AttemptListItem[]> {
  return (await ownAttempts(db, { studentId })).map(toAttemptListItem)
}

export async function findAttemptIds(
  db: Db,
  scope: AttemptScope,
  { search, sort = 'newest' }: Pick<AttemptListQuery, 'search' | 'sort'>,
): Promise<string[]> {
  const rows = await sortRows(selectMatching(db, scope, search), sortColumns, sort)
    .select('attempts.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Equal scores are ordered by name, A to Z in both directions. */
const sortColumns: SortColumns<(typeof attemptSorts)[number]> = {
  name: ['students.name_key', 'attempts.id'],
  time: ['attempts.started_at', 'attempts.id'],
  score: [
    sql`coalesce(attempts.score, -1)`,
    { ascending: 'students.name_key' },
    { ascending: 'attempts.id' },
  ],
}

/** The names of one student's attempts are those of the tests. */
const studentSortColumns: typeof sortColumns = {
  ...sortColumns,
  name: ['exams.title_key', 'attempts.started_at', 'attempts.id'],
}

/** A list of one test's attempts does not search its title: it would match all of them. */
function selectMatching(db: Db, scope: AttemptScope, search: string | undefined) {
  const titles = scope.examId === undefined ? ['exams.title_key'] : []
  return filterBySearch(selectInScope(db, scope), search, [...titles, 'students.name_key'])
}

/** In the order requested. */
export async function findAttemptsByIds(
  db: Db,
  ids: readonly string[],
): Promise<AttemptListItem[]> {
  const rows = await selectInScope(db, {})
    .where('attempts.id', 'in', ids)
    .selectAll('attempts')
    .select(staffColumns)
    .execute()
  const byId = new Map((rows as AttemptListRow[]).map((row) => [row.id, toAttemptListItem(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findAttempt(
  db: Db,
  scope: AttemptScope,
): Promise<AttemptListItem | undefined> {
  const { rows } = await findAttempts(db, scope, { limit: 1 })
  return rows[0]
}

/** The newest finished one that counts; where none does, the newest finished one. */
export async function findNewestFinished(
  db: Db,
  scope: Required<Pick<AttemptScope, 'examId' | 'studentId'>>,
): Promise<AttemptListItem | undefined> {
  const { rows } = await findAttempts(db, scope)
  const finished = rows.filter((attempt) => attempt.finishedAt !== null)
  return finished.find((attempt) => !attempt.isVoid) ?? finished[0]
}

/** Attempts at deleted exams and of deleted students are in no list. */
function selectInScope(db: Db, scope: AttemptScope) {
  return db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .where('exams.deleted_at', 'is', null)
    .where('students.deleted_at', 'is', null)
    .$if(scope.examId !== undefined, (only) =>
      only.where('attempts.exam_id', '=', scope.examId ?? ''),
    )
    .$if(scope.studentId !== undefined, (only) =>
      only.where('attempts.student_id', '=', scope.studentId ?? ''),
    )
    .$if(scope.attemptId !== undefined, (only) =>
      only.where('attempts.id', '=', scope.attemptId ?? ''),
    )
    .$if(scope.batchId !== undefined, (only) =>
      only.where(isInBatch('attempts.student_id', scope.batchId ?? '')),
    )
    .$if(scope.isResultVisible === true, (only) => only.where(isResultVisible))
}

/** The rule of core/grading/release.ts, for lists that must not even count the others. */
export const isResultVisible = sql<SqlBool>`
  attempts.finished_at is not null
  and attempts.voided_at is null
  and attempts.exam_id in (select id from exams where results_released_at is not null)
  and (attempts.student_id, attempts.exam_id) not in (
    select student_id, exam_id from attempts where finished_at is null
  )`

function toAttemptListItem(row: AttemptListRow): AttemptListItem {
  return {
    ...toAttemptRecord(row),
    studentName: row.student_name,
    studentEmail: row.student_email,
    studentRollNumber: row.student_roll_number,
    studentPhone: row.student_phone ?? '',
    studentIdentifier: row.identifier ?? null,
    resultsReleasedAt: row.results_released_at,
  }
}
