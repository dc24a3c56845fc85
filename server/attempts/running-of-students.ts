import type { RunningTest } from '#contract/students.ts'
import { isOver } from '#core/attempts/attempt.ts'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import { type Db, toBatches } from '../database/database.ts'
import { toInstant } from '../http/serialize.ts'
import { toAttemptRecord } from './attempt-record.ts'

const idsPerStatement = 500

/** The attempts that these students are taking, those that end first before the others. */
export async function listRunningTests(
  tx: Db,
  studentIds: readonly string[],
  at: number,
): Promise<RunningTest[]> {
  const running: { endsAt: number; test: RunningTest }[] = []
  for (const ids of toBatches(studentIds, idsPerStatement)) {
    const rows = await tx
      .selectFrom('attempts')
      .innerJoin('exams', 'exams.id', 'attempts.exam_id')
      .innerJoin('students', 'students.id', 'attempts.student_id')
      .selectAll('attempts')
      .select(['exams.title', 'students.name'])
      .where('attempts.student_id', 'in', ids)
      .where('attempts.finished_at', 'is', null)
      .where('exams.deleted_at', 'is', null)
      .execute()
    for (const { title, name, ...row } of rows) {
      const attempt = toAttemptRecord(row)
      if (isOver(attempt, at)) continue
      const endsAt = getDeadlineFrom(attempt, at)
      const test = { _id: row.student_id, name, test: title, endsAt: toInstant(endsAt) }
      running.push({ endsAt, test })
    }
  }
  return running.toSorted((one, other) => one.endsAt - other.endsAt).map(({ test }) => test)
}
