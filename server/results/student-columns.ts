import type { Attempt } from '#contract/results.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { canReadField } from '#core/students/student-fields.ts'
import { hasBatches, listBatchNames } from '../batches/member-queries.ts'
import type { Db } from '../database/database.ts'
import type { AttemptListItem } from './queries.ts'

type StudentColumns = Pick<Attempt, 'batches' | 'studentPhone'>

/** Batches and phones of those who took the test; without any batch a list is as it was. */
export async function loadStudentColumns(
  db: Db,
  rows: readonly AttemptListItem[],
  held: readonly Permission[],
): Promise<(item: AttemptListItem) => StudentColumns> {
  if (rows.length === 0 || !(await hasBatches(db))) return () => ({})
  const names = await listBatchNames(db, [...new Set(rows.map(({ studentId }) => studentId))])
  const canSeePhone = canReadField('phone', held)
  return ({ studentId, studentPhone }) => ({
    batches: [...(names.get(studentId) ?? [])],
    ...(canSeePhone && { studentPhone }),
  })
}
