import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { listStudents as listContract } from '#contract/students.ts'
import { buildSearchKey } from '#core/text.ts'
import type { ConsentColumns, StudentRow } from '../database/account-tables.ts'
import { type Db, lockRow } from '../database/database.ts'
import {
  type CountedPage,
  filterBySearch,
  type PageRequest,
  paginate,
  type SortColumns,
  sortRows,
} from '../database/pagination.ts'

export type StudentRecord = Selectable<StudentRow>
export type StudentQuery = Pick<z.output<typeof listContract.query>, 'search' | 'sort' | 'course'>
export type StudentSort = NonNullable<StudentQuery['sort']>

const sortColumns: SortColumns<StudentSort> = {
  name: ['name_key', 'id'],
  time: ['created_at', 'id'],
}
export const searchColumns = ['name_key', 'email', 'phone'] as const

/** The ids are found in an index alone; only the rows of one page are read. */
export function listStudents(
  db: Db,
  query: StudentQuery & PageRequest,
): Promise<CountedPage<StudentRecord>> {
  return paginate(query, {
    matching: filterStudents(db, query),
    columns: sortColumns,
    load: (page, inOrder) =>
      inOrder(db.selectFrom('students')).selectAll().where('id', 'in', page.select('id')).execute(),
  })
}

export async function listStudentIds(
  db: Db,
  { sort = 'newest', ...query }: StudentQuery,
): Promise<string[]> {
  const rows = await sortRows(filterStudents(db, query), sortColumns, sort).select('id').execute()
  return rows.map(({ id }) => id)
}

/** In the requested order, without students who were deleted in the meantime. */
export async function findStudentsByIds(db: Db, ids: readonly string[]): Promise<StudentRecord[]> {
  const rows = await db
    .selectFrom('students')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function filterStudents(db: Db, { search, course }: StudentQuery) {
  const students = db
    .selectFrom('students')
    .where('deleted_at', 'is', null)
    .$if(course !== undefined, (list) => list.where('course', '=', course ?? ''))
  return filterBySearch(students, search, searchColumns)
}

export async function findStudent(db: Db, id: string): Promise<StudentRecord | undefined> {
  return db
    .selectFrom('students')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

const batchSize = 500

/** Of students who are not deleted. */
export async function findStudentNames(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (let from = 0; from < ids.length; from += batchSize) {
    const rows = await db
      .selectFrom('students')
      .select(['id', 'name'])
      .where('id', 'in', ids.slice(from, from + batchSize))
      .where('deleted_at', 'is', null)
      .execute()
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}

export async function findExtraTime(db: Db, studentId: string): Promise<number> {
  const row = await db
    .selectFrom('students')
    .select('extra_time_percent')
    .where('id', '=', studentId)
    .executeTakeFirst()
  return row?.extra_time_percent ?? 0
}

export async function findAssistiveTools(db: Db, studentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('students')
    .select('assistive_tools')
    .where('id', '=', studentId)
    .executeTakeFirst()
  return row?.assistive_tools === 1
}

/** Of two calls that would give the student a running attempt one waits for the other. */
export async function lockStudent(tx: Db, id: string) {
  await tx.selectFrom('students').select('id').where('id', '=', id).$call(lockRow(tx)).execute()
}

/** What a registration does not set. */
type UnregisteredField =
  | 'name_key'
  | 'deleted_at'
  | 'identity_checked_at'
  | 'identity_checked_by'
  | 'identity_erased_at'
  | 'assistive_tools'
export type NewStudent = Omit<StudentRecord, UnregisteredField | keyof ConsentColumns> &
  Partial<ConsentColumns>

export async function addStudent(tx: Db, student: NewStudent & Partial<StudentRecord>) {
  await tx
    .insertInto('students')
    .values({ deleted_at: null, ...student, name_key: buildSearchKey(student.name) })
    .execute()
}

export type StudentChange = Partial<
  Pick<
    StudentRecord,
    | 'fees'
    | 'start_date'
    | 'remarks'
    | 'name'
    | 'email'
    | 'phone'
    | 'extra_time_percent'
    | 'assistive_tools'
  >
>

export async function updateStudentRow(tx: Db, id: string, change: StudentChange) {
  const columns =
    change.name === undefined ? change : { ...change, name_key: buildSearchKey(change.name) }
  if (Object.keys(columns).length === 0) return
  await tx.updateTable('students').set(columns).where('id', '=', id).execute()
}

export type CardSide = 'front' | 'back'

export async function markIdentity(
  tx: Db,
  id: string,
  check: { readonly at: number; readonly by: string | null } | null,
) {
  await tx
    .updateTable('students')
    .set({ identity_checked_at: check?.at ?? null, identity_checked_by: check?.by ?? null })
    .where('id', '=', id)
    .execute()
}

export async function clearPictures(
  tx: Db,
  ids: readonly string[],
  { sides, at }: { readonly sides: readonly CardSide[]; readonly at: number },
) {
  await tx
    .updateTable('students')
    .set({
      identity_erased_at: at,
      ...(sides.includes('front') && { front_image_id: null }),
      ...(sides.includes('back') && { back_image_id: null }),
    })
    .where('id', 'in', ids)
    .execute()
}

type StudentPictures = Pick<StudentRecord, 'id' | 'front_image_id' | 'back_image_id'>

/** Whose pictures were checked, or sent and never checked, so long ago that they go. */
export async function listPicturesToErase(
  db: Db,
  { checkedUntil, sentUntil, limit }: { checkedUntil: number; sentUntil: number; limit: number },
): Promise<StudentPictures[]> {
  return db
    .selectFrom('students')
    .select(['id', 'front_image_id', 'back_image_id'])
    .where((eb) =>
      eb.or([eb('front_image_id', 'is not', null), eb('back_image_id', 'is not', null)]),
    )
    .where((eb) =>
      eb.or([
        eb('identity_checked_at', '<=', checkedUntil),
        eb.and([eb('identity_checked_at', 'is', null), eb('created_at', '<=', sentUntil)]),
      ]),
    )
    .limit(limit)
    .execute()
}

/** Of these images, those that show a student's identity card. */
export async function listKnownIdentityImages(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('students')
    .select(['front_image_id', 'back_image_id'])
    .where((eb) => eb.or([eb('front_image_id', 'in', ids), eb('back_image_id', 'in', ids)]))
    .execute()
  return rows.flatMap(({ front_image_id, back_image_id }) => [
    ...(front_image_id ? [front_image_id] : []),
    ...(back_image_id ? [back_image_id] : []),
  ])
}
