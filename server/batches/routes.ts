import * as contract from '#contract/batches.ts'
import { pluralize } from '#contract/format.ts'
import { formatInstituteDay } from '#contract/institute-clock.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { countOverSeats, getBatchState } from '#core/batches/batch.ts'
import type { ShownPhase } from '#core/exam-windows/window.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { getErasedAt, getRestorableCutoff } from '#core/students/retention.ts'
import { canReadField } from '#core/students/student-fields.ts'
import { listLastSeen } from '../accounts/sessions/queries.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import { withRows } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import { createBatch, deleteBatch, restoreBatch, updateBatch } from './change-batch.ts'
import {
  addBatchStudents,
  type BatchMember,
  countBatchStudents,
  listBatchMembers,
  removeBatchStudents,
} from './member-queries.ts'
import { type Batch, findBatch, listBatches, listDeletedBatches, lockBatch } from './queries.ts'

type NextExam = {
  readonly examId: string
  readonly title: string
  readonly opensAt: number
  readonly phase: ShownPhase
}

type ExamsTaken = {
  /** How many exams had a window of the batch that has opened. */
  readonly opened: number
  /** By student, of those exams. */
  readonly taken: ReadonlyMap<string, number>
}

/** Windows and attempts are slices to the right, so the app passes in what is asked of them. */
type BatchRoutesDeps = Deps & {
  /** By batch: the first window that is not over at that moment. */
  readonly listNextExams: (
    db: Db,
    batchIds: readonly string[],
    at: number,
  ) => Promise<ReadonlyMap<string, NextExam>>
  readonly isBatchInUse: (db: Db, batchId: string) => Promise<boolean>
  readonly countExamsTaken: (
    db: Db,
    options: { batchId: string; studentIds: readonly string[]; at: number },
  ) => Promise<ExamsTaken>
  /** Before anybody is added or taken out: who came to a window of the batch, and who did not, stays. */
  readonly reconcileBatches: (tx: Db, batchIds: readonly string[], at: number) => Promise<void>
  /** After a change of members: those who joined get a seat in windows with rooms, those who left lose it. */
  readonly seatBatches: (tx: Db, batchIds: readonly string[], at: number) => Promise<void>
}

export function batchRoutes(bind: BindEndpoint, deps: BatchRoutesDeps) {
  const { db, now, listNextExams, countExamsTaken } = deps

  bind(contract.listBatches, async ({ query }) => {
    const page = await listBatches(db.read, query, formatInstituteDay(now()))
    return withRows(page, await serialize(page.rows))
  })

  bind(contract.getBatch, async ({ params }) => {
    const batch = await findBatch(db.read, params.id)
    return batch ? serializeOne(batch) : refuse('batch-not-found')
  })

  bind(contract.createBatch, async ({ body, actor }) => {
    const batch = await createBatch(deps, { body, actor })
    if (isRefusal(batch)) return batch
    return { message: 'Batch created.', batch: await serializeOne(batch) }
  })

  bind(contract.updateBatch, async ({ params, body, actor }) => {
    const batch = await updateBatch(deps, { id: params.id, body, actor })
    if (isRefusal(batch)) return batch
    return { message: 'Batch saved.', batch: await serializeOne(batch) }
  })

  bind(contract.deleteBatch, async ({ params, actor }) => {
    const refused = await deleteBatch(deps, { id: params.id, actor })
    return refused ?? { message: 'Batch deleted.' }
  })

  bind(contract.restoreBatch, async ({ params, actor }) => {
    const batch = await restoreBatch(deps, { id: params.id, actor })
    if (isRefusal(batch)) return batch
    return { message: 'Batch restored.', batch: await serializeOne(batch) }
  })

  bind(contract.listDeletedBatches, async ({ query }) => {
    const page = await listDeletedBatches(db.read, query, getRestorableCutoff(now()))
    const counts = await countStudents(page.rows)
    const rows = page.rows.map(({ id, name, course, deletedAt }) => ({
      _id: id,
      name,
      course,
      students: counts.get(id) ?? 0,
      deletedAt: toInstant(deletedAt ?? 0),
      erasedAt: toInstant(getErasedAt(deletedAt ?? 0)),
    }))
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
      ...toStudent(member, user.permissions),
      examsTaken: exams.taken.get(member.id) ?? 0,
      examsOpened: exams.opened,
      lastSeenAt: toInstantOrNull(lastSeen.get(member.id) ?? null),
    }))
    return withRows(page, rows)
  })

  bind(contract.addBatchStudents, async ({ params, body, actor }) => {
    const added = await db.write(async (tx) => {
      const batch = await lockBatch(tx, params.id, 'shared')
      if (!batch || batch.deletedAt !== null) return refuse('batch-not-found')
      const at = now()
      const members = body.studentIds.map((id) => {
        const since = body.addedAt?.[id]
        return { id, addedAt: since === undefined ? at : Math.min(at, Date.parse(since)) }
      })
      await deps.reconcileBatches(tx, [batch.id], at)
      const ids = await addBatchStudents(tx, batch.id, members)
      await deps.seatBatches(tx, [batch.id], at)
      const event = { actor, action: 'batch.students-added', subject: batch.id } as const
      const detail = { count: ids.length, ids }
      if (ids.length > 0) await audit(tx, deps, { ...event, detail }, at)
      return { batch, count: ids.length, ids }
    })
    if (isRefusal(added)) return added
    const batch = await serializeOne(added.batch)
    const overSeats = countOverSeats(batch.students, batch.seats)
    const warning =
      overSeats > 0 ? ` The batch has ${pluralize(overSeats, 'more student')} than seats.` : ''
    const message = `${pluralize(added.count, 'student')} added.${warning}`
    return { message, added: added.count, addedIds: added.ids, batch, overSeats }
  })

  bind(contract.removeBatchStudents, async ({ params, body, actor }) => {
    const removed = await db.write(async (tx) => {
      // In one order, so that two moves in opposite directions never wait for each other.
      const ids = [params.id, ...(body.moveTo ? [body.moveTo] : [])]
      const batches = new Map<string, Batch>()
      for (const id of ids.toSorted()) {
        const batch = await lockBatch(tx, id, 'shared')
        if (!batch || batch.deletedAt !== null) return refuse('batch-not-found')
        batches.set(id, batch)
      }
      const at = now()
      await deps.reconcileBatches(tx, ids, at)
      const members = await removeBatchStudents(tx, params.id, body.studentIds)
      const students = members.map(({ id }) => id)
      const detail = { count: students.length, ids: students }
      const out = { actor, action: 'batch.students-removed', subject: params.id, detail } as const
      if (students.length > 0) await audit(tx, deps, out, at)
      const target = body.moveTo ? batches.get(body.moveTo) : undefined
      let addedIds: string[] = []
      if (target) {
        const moved = students.map((id) => ({ id, addedAt: at }))
        addedIds = await addBatchStudents(tx, target.id, moved)
        const into = { actor, action: 'batch.students-added', subject: target.id } as const
        const added = { count: addedIds.length, ids: addedIds }
        if (addedIds.length > 0) await audit(tx, deps, { ...into, detail: added }, at)
      }
      await deps.seatBatches(tx, ids, at)
      return { batch: batches.get(params.id) as Batch, target, members, addedIds }
    })
    if (isRefusal(removed)) return removed
    const { batch, target, members, addedIds } = removed
    const { length: count } = members
    const students = pluralize(count, 'student')
    return {
      message: target ? `${students} moved to ${target.name}.` : `${students} taken out.`,
      removed: count,
      batch: await serializeOne(batch),
      undo: {
        addedAt: Object.fromEntries(members.map(({ id, addedAt }) => [id, toInstant(addedAt)])),
        addedIds,
      },
    }
  })

  function countStudents(batches: readonly Batch[]) {
    return countBatchStudents(
      db.read,
      batches.map(({ id }) => id),
    )
  }

  async function serializeOne(batch: Batch): Promise<contract.Batch> {
    const [serialized] = await serialize([batch])
    return serialized as contract.Batch
  }

  async function serialize(batches: readonly Batch[]): Promise<contract.Batch[]> {
    const at = now()
    const today = formatInstituteDay(at)
    const ids = batches.map(({ id }) => id)
    const counts = await countStudents(batches)
    const nextExams = await listNextExams(db.read, ids, at)
    return batches.map((batch) => {
      const next = nextExams.get(batch.id)
      return {
        _id: batch.id,
        name: batch.name,
        course: batch.course,
        startDate: batch.startDay,
        endDate: batch.endDay,
        seats: batch.seats,
        students: counts.get(batch.id) ?? 0,
        state: getBatchState(batch, today),
        nextExam: next
          ? {
              testId: next.examId,
              title: next.title,
              opensAt: toInstant(next.opensAt),
              phase: next.phase,
            }
          : null,
        createdAt: toInstant(batch.createdAt),
        version: String(batch.version),
      }
    })
  }
}

function toStudent(
  { id, addedAt, extraTimePercent, ...member }: BatchMember,
  held: readonly Permission[],
) {
  return {
    _id: id,
    ...member,
    addedAt: toInstant(addedAt),
    ...(canReadField('extraTimePercent', held) && { extraTimePercent }),
  }
}
