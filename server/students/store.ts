import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { listQuery, nameSorts } from '#contract/words.ts'
import { nameKey } from '#core/name-key.ts'
import { likeOf } from '../database/like.ts'
import type { StudentRow } from '../database/tables.ts'
import type { Db } from '../deps.ts'

export type StudentRecord = Selectable<StudentRow>
export type Query = z.output<ReturnType<typeof listQuery<typeof nameSorts>>>

export async function listStudents(
  db: Db,
  query: Query,
): Promise<{ rows: StudentRecord[]; total: number }> {
  const matching = searched(db, query.search)
  const { total } = await matching
    .select((is) => is.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const sort = query.sort ?? 'newest'
  const rows = await matching
    .selectAll()
    .orderBy(
      sort.startsWith('name') ? 'name_key' : 'created_at',
      sort === 'name-asc' || sort === 'oldest' ? 'asc' : 'desc',
    )
    .orderBy('id')
    .limit(query.limit ?? sql.lit(100_000_000))
    .offset(query.offset ?? 0)
    .execute()
  return { rows, total }
}

function searched(db: Db, search: string | undefined) {
  const all = db.selectFrom('students').where('deleted_at', 'is', null)
  const key = nameKey(search ?? '')
  if (!key) return all
  return all.where((is) =>
    is.or([
      likeOf(is.ref('name_key'), key),
      likeOf(is.ref('email'), key),
      likeOf(is.ref('phone'), key),
    ]),
  )
}

export async function studentById(db: Db, id: string): Promise<StudentRecord | undefined> {
  return db
    .selectFrom('students')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function extraTimeOf(db: Db, studentId: string): Promise<number> {
  const row = await db
    .selectFrom('students')
    .select('extra_time_percent')
    .where('id', '=', studentId)
    .executeTakeFirst()
  return row?.extra_time_percent ?? 0
}

export async function addStudent(tx: Db, student: Omit<StudentRecord, 'name_key' | 'deleted_at'>) {
  await tx
    .insertInto('students')
    .values({ ...student, name_key: nameKey(student.name), deleted_at: null })
    .execute()
}

export type StudentChange = Partial<
  Pick<
    StudentRecord,
    'fees' | 'start_date' | 'remarks' | 'name' | 'email' | 'phone' | 'extra_time_percent'
  >
>

export async function changeStudent(tx: Db, id: string, change: StudentChange) {
  const keyed = change.name === undefined ? change : { ...change, name_key: nameKey(change.name) }
  if (Object.keys(keyed).length > 0) {
    await tx.updateTable('students').set(keyed).where('id', '=', id).execute()
  }
  const { name, email } = change
  if (name === undefined && email === undefined) return
  await tx
    .updateTable('accounts')
    .set({ ...(name !== undefined && { name }), ...(email !== undefined && { email }) })
    .where('id', '=', id)
    .execute()
}

export async function isEmailTaken(db: Db, email: string, exceptId: string): Promise<boolean> {
  const other = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', exceptId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

/** @returns the ids of those that were there to delete. */
export async function deleteStudents(
  tx: Db,
  ids: readonly string[],
  at: number,
): Promise<string[]> {
  const deleted: string[] = []
  for (let from = 0; from < ids.length; from += 500) {
    const chunk = ids.slice(from, from + 500)
    const rows = await tx
      .updateTable('students')
      .set({ deleted_at: at })
      .where('id', 'in', chunk)
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute()
    deleted.push(...rows.map((row) => row.id))
    await tx
      .updateTable('accounts')
      .set({ deleted_at: at })
      .where('id', 'in', chunk)
      .where('role', '=', 'student')
      .where('deleted_at', 'is', null)
      .execute()
    await tx
      .deleteFrom('sessions')
      .where('account_id', 'in', chunk)
      .where((is) =>
        is.exists(
          is
            .selectFrom('students')
            .select('id')
            .whereRef('students.id', '=', 'sessions.account_id'),
        ),
      )
      .execute()
  }
  return deleted
}
