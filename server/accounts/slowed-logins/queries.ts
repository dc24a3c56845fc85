import type { Db } from '../../database/database.ts'
import type { LetInNetworkRow } from '../../database/tables.ts'

export async function isAnyExamReleased(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('exams')
    .select('id')
    .where('released_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function listLetInNetworks(db: Db, at: number): Promise<LetInNetworkRow[]> {
  return db
    .selectFrom('let_in_networks')
    .selectAll()
    .where('ends_at', '>', at)
    .orderBy('network')
    .execute()
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
