import type { z } from 'zod'
import type { listStudents as contract } from '#contract/students.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { canReadField } from '#core/students/student-fields.ts'
import { withRows } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import { type BatchDeps, toMemberQuery } from './batch-deps.ts'
import { listStudents } from './queries.ts'
import { toStudent } from './serialize.ts'

/** Students with the fields that these permissions show, and their batches if there are any. */
export async function listReadableStudents(
  deps: Deps & BatchDeps,
  query: z.output<typeof contract.query>,
  permissions: readonly Permission[],
) {
  const { db } = deps
  const findsParents = canReadField('fname', permissions)
  const isMember = toMemberQuery(deps, query.batch)
  const page = await listStudents(db.read, { ...query, ...isMember, findsParents })
  const ids = page.rows.map(({ id }) => id)
  const names = (await deps.hasBatches(db.read)) ? await deps.listBatchNames(db.read, ids) : null
  const rows = page.rows.map((row) => ({
    ...toStudent(row, permissions),
    ...(names && { batches: [...(names.get(row.id) ?? [])] }),
  }))
  return withRows(page, rows)
}
