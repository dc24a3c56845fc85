import type { z } from 'zod'
import type {
  createBatch as createContract,
  updateBatch as updateContract,
} from '#contract/batches.ts'
import { findBatchErrors } from '#core/batches/batch.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { getRestorableCutoff, isRestorable } from '#core/students/retention.ts'
import { audit, systemActor } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import {
  type Batch,
  eraseBatch,
  findBatchToErase,
  isBatchNameTaken,
  lockBatch,
  saveBatch,
} from './queries.ts'

type CreateBatchInput = {
  readonly body: z.output<typeof createContract.body>
  readonly actor: Actor
}

const nameTaken = () =>
  refuse('batch-name-taken', { name: 'Another batch has this name: choose another one' })

export async function createBatch(
  deps: Deps,
  { body, actor }: CreateBatchInput,
): Promise<Batch | Refusal<'batch-name-taken' | 'invalid-input'>> {
  const { name, course, startDate: startDay, endDate: endDay, seats } = body
  const errors = findBatchErrors({ startDay, endDay })
  if (errors) return refuse('invalid-input', errors)
  return deps.db.write(async (tx) => {
    const at = deps.now()
    const draft = { name, course, startDay, endDay, seats }
    const batch = { id: deps.newId(), ...draft, createdAt: at, deletedAt: null, version: 1 }
    if (await isBatchNameTaken(tx, name, batch.id)) return nameTaken()
    await saveBatch(tx, batch)
    await audit(tx, deps, { actor, action: 'batch.created', subject: batch.id }, at)
    return batch
  })
}

type UpdateBatchInput = {
  readonly id: string
  readonly body: z.output<typeof updateContract.body>
  readonly actor: Actor
}

export async function updateBatch(
  deps: Deps,
  { id, body, actor }: UpdateBatchInput,
): Promise<
  Batch | Refusal<'batch-not-found' | 'batch-changed' | 'batch-name-taken' | 'invalid-input'>
> {
  return deps.db.write(async (tx) => {
    const batch = await lockBatch(tx, id)
    if (!batch || batch.deletedAt !== null) return refuse('batch-not-found')
    const changed: Batch = {
      ...batch,
      name: body.name ?? batch.name,
      course: body.course ?? batch.course,
      startDay: body.startDate ?? batch.startDay,
      endDay: body.endDate ?? batch.endDay,
      seats: body.seats === undefined ? batch.seats : body.seats,
    }
    const errors = findBatchErrors(changed)
    if (errors) return refuse('invalid-input', errors)
    if (body.basedOn !== undefined && body.basedOn !== String(batch.version)) {
      return refuse('batch-changed')
    }
    if (await isBatchNameTaken(tx, changed.name, id)) return nameTaken()

    const values = collectChanges(batch, changed)
    const fields = Object.keys(values)
    if (fields.length === 0) return batch
    const saved = { ...changed, version: batch.version + 1 }
    await saveBatch(tx, saved)
    const event = { actor, action: 'batch.updated', subject: id, detail: { fields } } as const
    await audit(tx, deps, { ...event, values }, deps.now())
    return saved
  })
}

function collectChanges(before: Batch, after: Batch) {
  const changes = {
    name: { from: before.name, to: after.name },
    course: { from: before.course, to: after.course },
    startDate: { from: before.startDay, to: after.startDay },
    endDate: { from: before.endDay, to: after.endDay },
    seats: { from: before.seats, to: after.seats },
  }
  return Object.fromEntries(Object.entries(changes).filter(([, { from, to }]) => from !== to))
}

type BatchAction = { readonly id: string; readonly actor: Actor }

/**
 * Deleting twice is no error. A batch that a window names stays: without its window the exam would
 * be open to everyone.
 */
export async function deleteBatch(
  deps: Deps & { readonly isBatchInUse: (db: Db, batchId: string) => Promise<boolean> },
  { id, actor }: BatchAction,
): Promise<Refusal<'batch-not-found' | 'batch-in-use'> | null> {
  return deps.db.write(async (tx) => {
    const batch = await lockBatch(tx, id)
    if (!batch) return refuse('batch-not-found')
    if (batch.deletedAt !== null) return null
    if (await deps.isBatchInUse(tx, id)) return refuse('batch-in-use')
    const at = deps.now()
    await saveBatch(tx, { ...batch, deletedAt: at })
    await audit(tx, deps, { actor, action: 'batch.deleted', subject: id }, at)
    return null
  })
}

export async function restoreBatch(
  deps: Deps,
  { id, actor }: BatchAction,
): Promise<Batch | Refusal<'batch-not-found' | 'batch-name-taken'>> {
  return deps.db.write(async (tx) => {
    const batch = await lockBatch(tx, id)
    if (!batch) return refuse('batch-not-found')
    if (batch.deletedAt === null) return batch
    const at = deps.now()
    if (!isRestorable(batch.deletedAt, at)) return refuse('batch-not-found')
    if (await isBatchNameTaken(tx, batch.name, id)) return nameTaken()
    const restored = { ...batch, deletedAt: null }
    await saveBatch(tx, restored)
    await audit(tx, deps, { actor, action: 'batch.restored', subject: id }, at)
    return restored
  })
}

/** Batches that were deleted 30 days ago go for good, with the list of who was in them. */
export async function eraseDeletedBatches(deps: Deps): Promise<void> {
  const { db, now } = deps
  for (;;) {
    const at = now()
    const due = await findBatchToErase(db.read, getRestorableCutoff(at))
    if (!due) return
    await db.erase(async (tx) => {
      await eraseBatch(tx, due.id)
      const event = { actor: systemActor, action: 'batch.erased', subject: due.id } as const
      await audit(tx, deps, { ...event, values: { title: due.name } }, at)
    })
  }
}
