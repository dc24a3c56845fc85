import type { Db } from '../database/database.ts'

/** Only students have one. */
export async function findPhone(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('students')
    .select('phone')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.phone ?? null
}

export async function hasRunningAttempt(db: Db, studentId: string, at: number): Promise<boolean> {
  const row = await db
    .selectFrom('attempts')
    .select('id')
    .where('student_id', '=', studentId)
    .where('finished_at', 'is', null)
    .where((eb) => eb.or([eb('closes_at', '>=', at), eb('paused_at', 'is not', null)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Selects the students whose attempt has not been ended, for use within a query. */
export function selectUnfinishedStudents(db: Db) {
  return db.selectFrom('attempts').select('student_id').where('finished_at', 'is', null)
}

/** Lists the addresses from which students whose attempt has not ended are logged in. */
export async function listExamAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('sessions', 'sessions.account_id', 'attempts.student_id')
    .select('sessions.address')
    .distinct()
    .where('attempts.finished_at', 'is', null)
    .execute()
  return rows.map(({ address }) => address)
}
