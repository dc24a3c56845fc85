import * as contract from '#contract/batches.ts'
import { pluralize } from '#contract/format.ts'
import { formatInstituteDay } from '#contract/institute-clock.ts'
import { countOverSeats } from '#core/batches/batch.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { getRestorableCutoff } from '#core/students/retention.ts'
import { listLastSeen } from '../accounts/sessions/queries.ts'
import type { Db } from '../database/database.ts'
import { withRows } from '../database/pagination.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import { createBatch, deleteBatch, restoreBatch, updateBatch } from './change-batch.ts'
import { addStudents, type ChangeMembersDeps, removeStudents } from './change-members.ts'
import { countBatchStudents, listBatchMembers } from './member-queries.ts'
import { findBatch, listBatches, listDeletedBatches } from './queries.ts'
import {
  type SerializeDeps,
  serializeBatch,
  serializeBatches,
  serializeDeletedBatch,
  serializeMember,
} from './serialize.ts'

type ExamsTaken = {
  /** How many exams had a window of the batch that has opened. */
  readonly opened: number
  /** By student, of those exams. */
  readonly taken: ReadonlyMap<string, number>
}

/** Windows and attempts are slices to the right, so the app passes in what is asked of them. */
type BatchRoutesDeps = ChangeMembersDeps &
  SerializeDeps & {
    readonly isBatchInUse: (db: Db, batchId: string) => Promise<boolean>
    readonly countExamsTaken: (
      db: Db,
      options: { batchId: string; studentIds: readonly string[]; at: number },
    ) => Promise<ExamsTaken>
  }

export function batchRoutes(bind: BindEndpoint, deps: BatchRoutesDeps) {
  const { db, now, countExamsTaken } = deps

  bind(contract.listBatches, async ({ query }) => {
    const page = await listBatches(db.read, query, formatInstituteDay(now()))
    return withRows(page, await serializeBatches(deps, page.rows))
  })

  bind(contract.getBatch, async ({ params }) => {
    const batch = await findBatch(db.read, params.id)
    return batch ? serializeBatch(deps, batch) : refuse('batch-not-found')
  })

  bind(contract.createBatch, async ({ body, actor }) => {
    const batch = await createBatch(deps, { body, actor })
    if (isRefusal(batch)) return batch
    return { message: 'Batch created.', batch: await serializeBatch(deps, batch) }
  })

  bind(contract.updateBatch, async ({ params, body, actor }) => {
    const batch = await updateBatch(deps, { id: params.id, body, actor })
    if (isRefusal(batch)) return batch
    return { message: 'Batch saved.', batch: await serializeBatch(deps, batch) }
  })

  bind(contract.deleteBatch, async ({ params, actor }) => {
    const refused = await deleteBatch(deps, { id: params.id, actor })
    return refused ?? { message: 'Batch deleted.' }
  })

  bind(contract.restoreBatch, async ({ params, actor }) => {
    const batch = await restoreBatch(deps, { id: params.id, actor })
    if (isRefusal(batch)) return batch
    return { message: 'Batch restored.', batch: await serializeBatch(deps, batch) }
  })

  bind(contract.listDeletedBatches, async ({ query }) => {
    const page = await listDeletedBatches(db.read, query, getRestorableCutoff(now()))
    const ids = page.rows.map(({ id }) => id)
    const counts = await countBatchStudents(db.read, ids)
    const rows = page.rows.map((batch) => serializeDeletedBatch(batch, counts.get(batch.id)))
    return withRows(page, rows)
  })

  bind(contract.listBatchStudents, async ({ user, params, query }) => {
    const batch = await findBatch(db.read, params.id)
    if (!batch) return refuse('batch-not-found')
    const page = await listBatchMembers(db.read, batch.id, query)
    const studentIds = page.rows.map(({ id }) => id)
    const exams = await countExamsTaken(db.read, { batchId: batch.id, studentIds, at: now() })
    const lastSeen = await listLastSeen(db.read, studentIds)
    const rows = page.rows.map((member) => ({
      ...serializeMember(member, user.permissions),
      examsTaken: exams.taken.get(member.id) ?? 0,
      examsOpened: exams.opened,
      lastSeenAt: toInstantOrNull(lastSeen.get(member.id) ?? null),
    }))
    return withRows(page, rows)
  })

  bind(contract.addBatchStudents, async ({ params, body, actor }) => {
    const { studentIds, addedAt } = body
    const added = await addStudents(deps, { batchId: params.id, studentIds, addedAt, actor })
    if (isRefusal(added)) return added
    const { ids } = added
    const batch = await serializeBatch(deps, added.batch)
    const overSeats = countOverSeats(batch.students, batch.seats)
    const warning =
      overSeats > 0 ? ` The batch has ${pluralize(overSeats, 'more student')} than seats.` : ''
    const message = `${pluralize(ids.length, 'student')} added.${warning}`
    return { message, added: ids.length, addedIds: ids, batch, overSeats }
  })

  bind(contract.removeBatchStudents, async ({ params, body, actor }) => {
    const removed = await removeStudents(deps, { batchId: params.id, ...body, actor })
    if (isRefusal(removed)) return removed
    const { batch, target, members, addedIds } = removed
    const { length: count } = members
    const students = pluralize(count, 'student')
    return {
      message: target ? `${students} moved to ${target.name}.` : `${students} taken out.`,
      removed: count,
      batch: await serializeBatch(deps, batch),
      undo: {
        addedAt: Object.fromEntries(members.map(({ id, addedAt }) => [id, toInstant(addedAt)])),
        addedIds,
      },
    }
  })
}
