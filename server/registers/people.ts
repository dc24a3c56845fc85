import { type Db, toBatches } from '../database/database.ts'
import { namesakeIdentifier } from '../students/namesake-identifier.ts'

export type Person = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly rollNumber: string | null
  /** Set only for a student with a namesake. */
  readonly identifier: string | null
  readonly deletedAt: number | null
}

const chunkSize = 500

/** Also those who are deleted. */
export async function findPeople(db: Db, studentIds: readonly string[]): Promise<Person[]> {
  const people: Person[] = []
  for (const ids of toBatches(studentIds, chunkSize)) {
    const rows = await db
      .selectFrom('students')
      .select(['id', 'name', 'email', 'phone', 'roll_number as rollNumber'])
      .select(['deleted_at as deletedAt', namesakeIdentifier])
      .where('id', 'in', ids)
      .execute()
    people.push(...rows)
  }
  return people
}
