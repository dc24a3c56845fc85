import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { addBatchStudents, removeBatchStudents } from './member-queries.ts'
import { type Batch, lockBatch } from './queries.ts'

/** Windows are a slice to the right, so the app passes in what follows from a change of members. */
export type ChangeMembersDeps = Deps & {
  /** Before anybody is added or taken out: who came to a window of the batch, and who did not, stays. */
  readonly reconcileBatches: (tx: Db, batchIds: readonly string[], at: number) => Promise<void>
  /** After a change of members: those who joined get a seat in windows with rooms, those who left lose it. */
  readonly seatBatches: (tx: Db, batchIds: readonly string[], at: number) => Promise<void>
}

type AddStudentsInput = {
  readonly batchId: string
  readonly studentIds: readonly string[]
  /** When they joined, where that is undone; else now. */
  readonly addedAt: Readonly<Record<string, string>> | undefined
  readonly actor: Actor
}

export type AddedStudents = { readonly batch: Batch; readonly ids: string[] }

export function addStudents(
  deps: ChangeMembersDeps,
  { batchId, studentIds, addedAt, actor }: AddStudentsInput,
): Promise<AddedStudents | Refusal<'batch-not-found'>> {
  return deps.db.write(async (tx) => {
    const batch = await lockUndeleted(tx, batchId)
    if (isRefusal(batch)) return batch
    const at = deps.now()
    const members = studentIds.map((id) => {
      const since = addedAt?.[id]
      return { id, addedAt: since === undefined ? at : Math.min(at, Date.parse(since)) }
    })
    await deps.reconcileBatches(tx, [batch.id], at)
    const ids = await addBatchStudents(tx, batch.id, members)
    await deps.seatBatches(tx, [batch.id], at)
    await auditMembers(tx, deps, { actor, action: 'batch.students-added', batchId, ids }, at)
    return { batch, ids }
  })
}

type RemoveStudentsInput = {
  readonly batchId: string
  readonly studentIds: readonly string[]
  /** The batch that they move to. */
  readonly moveTo?: string | undefined
  readonly actor: Actor
}

export type RemovedStudents = {
  readonly batch: Batch
  readonly target: Batch | undefined
  readonly members: Awaited<ReturnType<typeof removeBatchStudents>>
  /** Those who were not in the other batch before. */
  readonly addedIds: string[]
}

export function removeStudents(
  deps: ChangeMembersDeps,
  { batchId, studentIds, moveTo, actor }: RemoveStudentsInput,
): Promise<RemovedStudents | Refusal<'batch-not-found'>> {
  return deps.db.write(async (tx) => {
    // In one order, so that two moves in opposite directions never wait for each other.
    const batchIds = [batchId, ...(moveTo ? [moveTo] : [])]
    const batches = new Map<string, Batch>()
    for (const id of batchIds.toSorted()) {
      const batch = await lockUndeleted(tx, id)
      if (isRefusal(batch)) return batch
      batches.set(id, batch)
    }
    const at = deps.now()
    await deps.reconcileBatches(tx, batchIds, at)
    const members = await removeBatchStudents(tx, batchId, studentIds)
    const ids = members.map(({ id }) => id)
    await auditMembers(tx, deps, { actor, action: 'batch.students-removed', batchId, ids }, at)
    const target = moveTo ? batches.get(moveTo) : undefined
    let addedIds: string[] = []
    if (target) {
      const moved = ids.map((id) => ({ id, addedAt: at }))
      addedIds = await addBatchStudents(tx, target.id, moved)
      const added = { batchId: target.id, ids: addedIds }
      await auditMembers(tx, deps, { actor, action: 'batch.students-added', ...added }, at)
    }
    await deps.seatBatches(tx, batchIds, at)
    return { batch: batches.get(batchId) as Batch, target, members, addedIds }
  })
}

async function lockUndeleted(tx: Db, id: string): Promise<Batch | Refusal<'batch-not-found'>> {
  const batch = await lockBatch(tx, id, 'shared')
  return batch && batch.deletedAt === null ? batch : refuse('batch-not-found')
}

type MembersEvent = {
  readonly actor: Actor
  readonly action: 'batch.students-added' | 'batch.students-removed'
  readonly batchId: string
  readonly ids: string[]
}

async function auditMembers(
  tx: Db,
  deps: Deps,
  { actor, action, batchId: subject, ids }: MembersEvent,
  at: number,
) {
  if (ids.length === 0) return
  await audit(tx, deps, { actor, action, subject, detail: { count: ids.length, ids } }, at)
}
