import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { attemptSorts, listQuery } from '#contract/schemas.ts'
import { buildSearchKey } from '#core/text/search-key.ts'
import { type AttemptRecord, toAttemptRecord } from '../attempts/attempt-record.ts'
import { containsText } from '../database/contains-text.ts'
import type { Db } from '../database/database.ts'
import type { AttemptRow } from '../database/tables.ts'

/** An attempt with what a list says of it besides. */
export type AttemptListItem = AttemptRecord & {
  readonly studentName: string
  readonly studentEmail: string
  readonly resultsReleasedAt: number | null
}

export type AttemptListQuery = z.output<ReturnType<typeof listQuery<typeof attemptSorts>>>
type AttemptScope = {
  readonly examId?: string
  readonly studentId?: string
  readonly attemptId?: string
}

const columns = [
  'students.name as student_name',
  'students.email as student_email',
  'exams.results_released_at',
] as const

type AttemptListRow = Selectable<AttemptRow> & {
  student_name: string
  student_email: string
  results_released_at: number | null
}

export async function findAttempts(
  db: Db,
  scope: AttemptScope,
  query: AttemptListQuery = {},
): Promise<{ rows: AttemptListItem[]; total: number }> {
  const matching = filterBySearch(selectInScope(db, scope), query.search, scope)
  const total = await countRows(matching)
  const rows = await sortRows(matching, query.sort ?? 'newest')
    .selectAll('attempts')
    .select(columns)
    .$if(query.limit !== undefined, (page) => page.limit(query.limit ?? 0))
    .$if(query.limit === undefined && query.offset !== undefined, (page) =>
      page.limit(sql.lit(100_000_000)),
    )
    .$if(query.offset !== undefined, (page) => page.offset(query.offset ?? 0))
    .execute()
  return { rows: (rows as AttemptListRow[]).map(toAttemptListItem), total }
}

export async function findAttemptIds(
  db: Db,
  scope: AttemptScope,
  query: Pick<AttemptListQuery, 'search' | 'sort'>,
): Promise<string[]> {
  const matching = filterBySearch(selectInScope(db, scope), query.search, scope)
  const rows = await sortRows(matching, query.sort ?? 'newest')
    .select('attempts.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** In the order asked for. */
export async function findAttemptsByIds(
  db: Db,
  ids: readonly string[],
): Promise<AttemptListItem[]> {
  const rows = await selectInScope(db, {})
    .where('attempts.id', 'in', ids)
    .selectAll('attempts')
    .select(columns)
    .execute()
  const byId = new Map((rows as AttemptListRow[]).map((row) => [row.id, toAttemptListItem(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function countRows(matching: ScopedQuery): Promise<number> {
  const { total } = await matching
    .select((is) => is.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function findAttempt(
  db: Db,
  scope: AttemptScope,
): Promise<AttemptListItem | undefined> {
  const { rows } = await findAttempts(db, scope, { limit: 1 })
  return rows[0]
}

/** The newest that has ended. */
export async function findNewestFinished(
  db: Db,
  scope: Required<Pick<AttemptScope, 'examId' | 'studentId'>>,
): Promise<AttemptListItem | undefined> {
  const { rows } = await findAttempts(db, scope)
  return rows.find((attempt) => attempt.finishedAt !== null)
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
}

type ScopedQuery = ReturnType<typeof selectInScope>

/** Where all attempts are at one test, its title tells none of them from the others. */
function filterBySearch(
  list: ScopedQuery,
  search: string | undefined,
  { examId }: AttemptScope,
): ScopedQuery {
  const key = buildSearchKey(search ?? '')
  if (!key) return list
  if (examId !== undefined)
    return list.where((is) => containsText(is.ref('students.name_key'), key))
  return list.where((is) =>
    is.or([
      containsText(is.ref('exams.title_key'), key),
      containsText(is.ref('students.name_key'), key),
    ]),
  )
}

function sortRows(list: ScopedQuery, sort: NonNullable<AttemptListQuery['sort']>): ScopedQuery {
  const byTime = (direction: 'asc' | 'desc') => list.orderBy('attempts.started_at', direction)
  const byScore = (direction: 'asc' | 'desc') =>
    list.orderBy(sql`coalesce(attempts.score, -1)`, direction).orderBy('students.name_key')
  const orders: Record<typeof sort, () => SelectQueryBuilder<never, never, never>> = {
    'name-asc': () => list.orderBy('students.name_key', 'asc') as never,
    'name-desc': () => list.orderBy('students.name_key', 'desc') as never,
    oldest: () => byTime('asc') as never,
    newest: () => byTime('desc') as never,
    'score-asc': () => byScore('asc') as never,
    'score-desc': () => byScore('desc') as never,
  }
  return (orders[sort]() as unknown as ScopedQuery).orderBy('attempts.id')
}

function toAttemptListItem(row: AttemptListRow): AttemptListItem {
  return {
    ...toAttemptRecord(row),
    studentName: row.student_name,
    studentEmail: row.student_email,
    resultsReleasedAt: row.results_released_at,
  }
}
