import type { Permission } from '#core/accounts/permissions.ts'
import { refuse } from '#core/refusal.ts'
import { listLastSeen } from '../accounts/sessions/queries.ts'
import type { Db } from '../database/database.ts'
import { withRows } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import { toInstantOrNull } from '../http/serialize.ts'
import { listBatchMembers } from './member-queries.ts'
import { findBatch } from './queries.ts'
import { serializeMember } from './serialize.ts'

type ExamsTaken = {
  /** How many exams had a window of the batch that has opened. */
  readonly opened: number
  /** By student, of those exams. */
  readonly taken: ReadonlyMap<string, number>
}

/** Windows and attempts are slices to the right, so the app passes in what is asked of them. */
export type BatchStudentsDeps = Pick<Deps, 'db' | 'now'> & {
  readonly countExamsTaken: (
    db: Db,
    options: { batchId: string; studentIds: readonly string[]; at: number },
  ) => Promise<ExamsTaken>
}

type BatchStudentsQuery = Parameters<typeof listBatchMembers>[2]

/** The members of a batch, with the exams they took of those that were open to it. */
export async function listBatchStudents(
  { db, now, countExamsTaken }: BatchStudentsDeps,
  {
    batchId,
    permissions,
  }: { readonly batchId: string; readonly permissions: readonly Permission[] },
  query: BatchStudentsQuery,
) {
  const batch = await findBatch(db.read, batchId)
  if (!batch) return refuse('batch-not-found')
  const page = await listBatchMembers(db.read, batch.id, query)
  const studentIds = page.rows.map(({ id }) => id)
  const exams = await countExamsTaken(db.read, { batchId: batch.id, studentIds, at: now() })
  const lastSeen = await listLastSeen(db.read, studentIds)
  const rows = page.rows.map((member) => ({
    ...serializeMember(member, permissions),
    examsTaken: exams.taken.get(member.id) ?? 0,
    examsOpened: exams.opened,
    lastSeenAt: toInstantOrNull(lastSeen.get(member.id) ?? null),
  }))
  return withRows(page, rows)
}
