import { type Db, lockRow } from '../../database/database.ts'
import type { ExamClockRow } from '../../database/tables.ts'
import type { ExamClock } from './exam-clock.ts'

const neverShifted: ExamClockRow = {
  id: 1,
  shifted_ms: 0,
  held_since: null,
  moved_at: null,
  moved_ms: null,
  moved_because: null,
  moved_attempts: null,
}

/** Reads the state of the exam's clock that all processes share. */
export async function readExamClock(db: Db): Promise<ExamClockRow> {
  const row = await db.selectFrom('exam_clock').selectAll().executeTakeFirst()
  return row ?? neverShifted
}

/** Nobody else moves the clock until the transaction ends. */
export async function lockExamClock(tx: Db): Promise<ExamClockRow> {
  await tx
    .insertInto('exam_clock')
    .values(neverShifted)
    .onConflict((clash) => clash.doNothing())
    .execute()
  return tx.selectFrom('exam_clock').selectAll().$call(lockRow(tx)).executeTakeFirstOrThrow()
}

/** To be called with the lock. */
export async function saveExamClock(tx: Db, change: Partial<ExamClockRow>): Promise<void> {
  await tx.updateTable('exam_clock').set(change).execute()
}

/** Makes the shifts that another process has made, and stops or goes on as it did. */
export async function catchUpWithShifts(db: Db, clock: ExamClock): Promise<ExamClockRow> {
  const row = await readExamClock(db)
  clock.shiftTo(row.shifted_ms)
  clock.setHeld(row.held_since !== null)
  return row
}
