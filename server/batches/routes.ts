import * as contract from '#contract/batches.ts'
import { formatInstituteDay } from '#contract/institute-clock.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { getRestorableCutoff } from '#core/students/retention.ts'
import type { Db } from '../database/database.ts'
import { withRows } from '../database/pagination.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { createBatch, deleteBatch, restoreBatch, updateBatch } from './change-batch.ts'
import { addStudents, type ChangeMembersDeps, removeStudents } from './change-members.ts'
import { type BatchStudentsDeps, listBatchStudents } from './list-batch-students.ts'
import { countBatchStudents } from './member-queries.ts'
import { findBatch, listBatches, listDeletedBatches } from './queries.ts'
import {
  describeAdded,
  describeRemoved,
  type SerializeDeps,
  serializeBatch,
  serializeBatches,
  serializeDeletedBatch,
} from './serialize.ts'

/** Windows and attempts are slices to the right, so the app passes in what is asked of them. */
type BatchRoutesDeps = ChangeMembersDeps &
  SerializeDeps &
  BatchStudentsDeps & {
    readonly isBatchInUse: (db: Db, batchId: string) => Promise<boolean>
  }

export function batchRoutes(bind: BindEndpoint, deps: BatchRoutesDeps) {
  const { db, now } = deps

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

  bind(contract.listBatchStudents, ({ user: { permissions }, params, query }) =>
    listBatchStudents(deps, { batchId: params.id, permissions }, query),
  )

  bind(contract.addBatchStudents, async ({ params, body, actor }) => {
    const { studentIds, addedAt } = body
    const added = await addStudents(deps, { batchId: params.id, studentIds, addedAt, actor })
    return isRefusal(added) ? added : describeAdded(deps, added)
  })

  bind(contract.removeBatchStudents, async ({ params, body, actor }) => {
    const removed = await removeStudents(deps, { batchId: params.id, ...body, actor })
    return isRefusal(removed) ? removed : describeRemoved(deps, removed)
  })
}
