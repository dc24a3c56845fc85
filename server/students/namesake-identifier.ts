import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/**
 * Of a row of `students`: the roll number, else the address, where another student who is not deleted
 * has the same name (core/students/namesakes.ts); null for everybody else.
 */
export const namesakeIdentifier = sql<string | null>`case when exists (
    select 1 from students as namesakes
    where namesakes.name_key = students.name_key
      and namesakes.id <> students.id
      and namesakes.deleted_at is null
  ) then coalesce(students.roll_number, students.email) end`.as('identifier')

export async function findIdentifier(db: Db, studentId: string): Promise<string | null> {
  const row = await db
    .selectFrom('students')
    .select(namesakeIdentifier)
    .where('id', '=', studentId)
    .executeTakeFirst()
  return row?.identifier ?? null
}
