import { type Expression, expressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { listStudents as listContract } from '#contract/students.ts'
import { toPersonLabel } from '#core/students/namesakes.ts'
import { buildRollNumberKey } from '#core/students/roll-number.ts'
import { buildParentKey, parsePersonSearch, toDigits } from '#core/students/student-search.ts'
import { buildSearchKey } from '#core/text.ts'
import type { ConsentColumns, StudentRow } from '../database/account-tables.ts'
import { type Db, lockRow, toBatches } from '../database/database.ts'
import {
  type CountedPage,
  containsAddress,
  containsText,
  type PageRequest,
  paginate,
  type SortColumns,
  sortRows,
} from '../database/pagination.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { Tables } from '../database/tables.ts'
import { namesakeIdentifier } from './namesake-identifier.ts'

/** A row of the table; other slices get only what they need of it. */
export type StudentRecord = Selectable<StudentRow>
export type StudentQuery = Pick<
  z.output<typeof listContract.query>,
  'search' | 'sort' | 'course'
> & {
  /** Whether the search finds parents, which not everybody may see. */
  readonly findsParents: boolean
  /** About `students`: only those who are in a batch. */
  readonly isMember?: Expression<SqlBool> | undefined
}
export type StudentSort = NonNullable<StudentQuery['sort']>

const sortColumns: SortColumns<StudentSort> = {
  name: ['name_key', 'id'],
  time: ['created_at', 'id'],
}

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

function filterStudents(db: Db, { course, isMember, ...searched }: StudentQuery) {
  const students = db
    .selectFrom('students')
    .where('deleted_at', 'is', null)
    .$if(course !== undefined, (list) => list.where('course', '=', course ?? ''))
    .$if(isMember !== undefined, (list) => list.where(isMember as Expression<SqlBool>))
  return students.where(matchesStudent(searched))
}

/** Each part of the search is in the name, the roll number, the address or the phone number, or in a parent's. */
export function matchesStudent({
  search = '',
  findsParents,
}: Pick<StudentQuery, 'search' | 'findsParents'>): Expression<SqlBool> {
  const { and, or, ref } = expressionBuilder<Tables, 'students'>()
  return and(
    parsePersonSearch(search).map(({ text, address, digits }) =>
      or([
        containsText(ref('name_key'), text),
        containsText(sql<string>`coalesce(${ref('roll_number_key')}, '')`, text),
        containsAddress(ref('email'), [text, address]),
        ...digits.map((form) => containsText(ref('phone_key'), form)),
        ...(findsParents
          ? [text, ...digits].map((form) => containsText(ref('parent_key'), form))
          : []),
      ]),
    ),
  )
}

export async function findStudent(db: Db, id: string): Promise<StudentRecord | undefined> {
  return db
    .selectFrom('students')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function hasStudent(db: Db, id: string): Promise<boolean> {
  return (await findStudent(db, id)) !== undefined
}

export async function findStudentName(db: Db, id: string): Promise<string | undefined> {
  return (await findStudent(db, id))?.name
}

export type StudentContact = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly rollNumber: string | null
}

const batchSize = 500

/** By name, without students who are deleted. */
export async function listContacts(db: Db, ids: readonly string[]): Promise<StudentContact[]> {
  const students: StudentRecord[] = []
  for (const some of toBatches([...new Set(ids)], batchSize))
    students.push(...(await findStudentsByIds(db, some)))
  students.sort((one, other) => (one.name_key < other.name_key ? -1 : 1))
  return students.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    rollNumber: row.roll_number,
  }))
}

/** Finds names of students who are not deleted, with identifiers for namesakes. */
export async function findStudentNames(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (let from = 0; from < ids.length; from += batchSize) {
    const rows = await db
      .selectFrom('students')
      .select(['id', 'name', namesakeIdentifier])
      .where('id', 'in', ids.slice(from, from + batchSize))
      .where('deleted_at', 'is', null)
      .execute()
    for (const row of rows) names.set(row.id, toPersonLabel(row))
  }
  return names
}

const accommodationRows = preparedQuery<
  { id: string },
  Pick<StudentRecord, 'extra_time_percent' | 'assistive_tools'>
>((db, param) =>
  db
    .selectFrom('students')
    .select(['extra_time_percent', 'assistive_tools'])
    .where('id', '=', param('id')),
)

type Accommodations = { readonly extraTimePercent: number; readonly hasAssistiveTools: boolean }

export async function findAccommodations(db: Db, studentId: string): Promise<Accommodations> {
  const [row] = await accommodationRows(db, { id: studentId })
  return {
    extraTimePercent: row?.extra_time_percent ?? 0,
    hasAssistiveTools: row?.assistive_tools === 1,
  }
}

/** If two calls change the student, or would start an attempt for them, one waits. */
export async function lockStudent(
  tx: Db,
  id: string,
): Promise<{ extraTimePercent: number; isDeleted: boolean }> {
  const [row] = await lockedStudent(tx, { id })
  return {
    extraTimePercent: row?.extra_time_percent ?? 0,
    isDeleted: row?.deleted_at != null,
  }
}

const lockedStudent = preparedQuery<
  { id: string },
  Pick<StudentRecord, 'extra_time_percent' | 'deleted_at'>
>((tx, param) =>
  tx
    .selectFrom('students')
    .select(['extra_time_percent', 'deleted_at'])
    .where('id', '=', param('id'))
    .$call(lockRow(tx)),
)

/** Fields that a registration does not set. */
type UnregisteredField =
  | 'name_key'
  | 'roll_number'
  | 'roll_number_key'
  | 'phone_key'
  | 'parent_key'
  | 'version'
  | 'deleted_at'
  | 'identity_checked_at'
  | 'identity_checked_by'
  | 'identity_erased_at'
  | 'assistive_tools'
export type NewStudent = Omit<StudentRecord, UnregisteredField | keyof ConsentColumns> &
  Partial<ConsentColumns> & { readonly roll_number?: string | null }

const buildSearchKeys = (student: NewStudent) => ({
  name_key: buildSearchKey(student.name),
  roll_number_key: student.roll_number ? buildRollNumberKey(student.roll_number) : null,
  phone_key: toDigits(student.phone),
  parent_key: buildParentKey(student),
})

export async function addStudent(tx: Db, student: NewStudent & Partial<StudentRecord>) {
  await tx
    .insertInto('students')
    .values({
      deleted_at: null,
      ...student,
      ...buildSearchKeys(student),
    })
    .execute()
}

export async function addStudents(tx: Db, students: readonly NewStudent[]) {
  for (const batch of toBatches(students, insertBatchSize)) {
    const rows = batch.map((student) => ({
      deleted_at: null,
      ...student,
      ...buildSearchKeys(student),
    }))
    await tx.insertInto('students').values(rows).execute()
  }
}

/** A student has some forty columns, and SQLite takes some thousands of values in a statement. */
const insertBatchSize = 100

/**
 * The version of a student that staff have seen: it differs after each change of what they can
 * edit.
 */
export function toVersion({ version }: StudentRecord): string {
  return String(version)
}

export async function saveStudent(tx: Db, student: StudentRecord): Promise<StudentRecord> {
  const { id, ...columns } = student
  const saved = {
    ...columns,
    ...buildSearchKeys(student),
    version: student.version + 1,
  }
  await tx.updateTable('students').set(saved).where('id', '=', id).execute()
  return { id, ...saved }
}
