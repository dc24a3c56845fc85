import { type Db, lockRow, toBatches } from '../database/database.ts'
import { type AttemptRecord, toAttemptRecord } from './attempt-record.ts'

const rowsPerStatement = 500

/** Nobody else changes these until the transaction ends; in the order in which all calls lock them. */
export function listAttemptsToActOn(
  tx: Db,
  examId: string,
  attemptIds: readonly string[],
): Promise<AttemptRecord[]> {
  return selectAttempts(tx, examId, attemptIds, true)
}

/** Only to choose among them: what is done to each is decided with its lock. */
export function listAttemptsOf(
  db: Db,
  examId: string,
  attemptIds: readonly string[],
): Promise<AttemptRecord[]> {
  return selectAttempts(db, examId, attemptIds, false)
}

export async function listStudentsOf(db: Db, attemptIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('student_id')
    .distinct()
    .where('id', 'in', attemptIds)
    .execute()
  return rows.map((row) => row.student_id)
}

export async function listRunningAttempts(db: Db, examId: string): Promise<AttemptRecord[]> {
  const rows = await db
    .selectFrom('attempts')
    .selectAll()
    .where('exam_id', '=', examId)
    .where('finished_at', 'is', null)
    .execute()
  return rows.map(toAttemptRecord)
}

async function selectAttempts(
  db: Db,
  examId: string,
  attemptIds: readonly string[],
  isLocked: boolean,
): Promise<AttemptRecord[]> {
  const found: AttemptRecord[] = []
  for (const ids of toBatches([...new Set(attemptIds)].toSorted(), rowsPerStatement)) {
    const rows = await db
      .selectFrom('attempts')
      .selectAll()
      .where('exam_id', '=', examId)
      .where('id', 'in', ids)
      .orderBy('id')
      .$if(isLocked, (query) => lockRow(db)(query))
      .execute()
    found.push(...rows.map(toAttemptRecord))
  }
  return found
}
