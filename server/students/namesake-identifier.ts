import { sql } from 'kysely'
import { buildSearchKey } from '#core/text.ts'
import type { Db } from '../database/database.ts'

/**
 * Tells namesakes apart in a row of `students`: the roll number, else the address, where another
 * student who is not deleted has the same name (core/students/namesakes.ts); null for everybody
 * else.
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

/** One of those with this name, however it is written. */
export async function findStudentByName(
  db: Db,
  name: string,
): Promise<{ readonly id: string } | undefined> {
  return db
    .selectFrom('students')
    .select('id')
    .where('name_key', '=', buildSearchKey(name))
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
}
