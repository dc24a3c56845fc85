import { buildRollNumberKey } from '#core/students/roll-number.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { StudentRecord } from './queries.ts'

const batchSize = 500

type RollNumberOwner = Pick<StudentRecord, 'id' | 'name' | 'email'> & {
  readonly rollNumber: string
}

/** The students, none of them deleted, who have one of these roll numbers. */
export async function findRollNumberOwners(
  db: Db,
  rollNumbers: readonly string[],
): Promise<RollNumberOwner[]> {
  const keys = [...new Set(rollNumbers.map(buildRollNumberKey))].filter((key) => key !== '')
  const owners: RollNumberOwner[] = []
  for (const batch of toBatches(keys, batchSize)) {
    const rows = await db
      .selectFrom('students')
      .select(['id', 'name', 'email', 'roll_number'])
      .where('roll_number_key', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute()
    for (const { roll_number, ...row } of rows) {
      if (roll_number !== null) owners.push({ ...row, rollNumber: roll_number })
    }
  }
  return owners
}

type NumberedStudent = Pick<StudentRecord, 'id' | 'roll_number'>

/** Another student with the roll number of this one. */
export async function findRollNumberOwner(
  db: Db,
  { id, roll_number }: NumberedStudent,
): Promise<RollNumberOwner | undefined> {
  if (roll_number === null) return undefined
  const owners = await findRollNumberOwners(db, [roll_number])
  return owners.find((owner) => owner.id !== id)
}

/** Whether any student has one: exports have no column for what an institute does not use. */
export async function hasRollNumbers(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('students')
    .select('id')
    .where('roll_number', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
