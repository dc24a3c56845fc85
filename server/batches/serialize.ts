import type * as contract from '#contract/batches.ts'
import { pluralize } from '#contract/format.ts'
import { formatInstituteDay } from '#contract/institute-clock.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { countOverSeats, getBatchState } from '#core/batches/batch.ts'
import type { ShownPhase } from '#core/exam-windows/window.ts'
import { getErasedAt } from '#core/students/retention.ts'
import { canReadField } from '#core/students/student-fields.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { toInstant } from '../http/serialize.ts'
import type { AddedStudents, RemovedStudents } from './change-members.ts'
import { type BatchMember, countBatchStudents } from './member-queries.ts'
import type { Batch } from './queries.ts'

type NextExam = {
  readonly examId: string
  readonly title: string
  readonly opensAt: number
  readonly phase: ShownPhase
}

export type SerializeDeps = Pick<Deps, 'db' | 'now'> & {
  /** By batch: the first window that is not over at that moment. */
  readonly listNextExams: (
    db: Db,
    batchIds: readonly string[],
    at: number,
  ) => Promise<ReadonlyMap<string, NextExam>>
}

export async function serializeBatch(deps: SerializeDeps, batch: Batch): Promise<contract.Batch> {
  const [serialized] = await serializeBatches(deps, [batch])
  return serialized as contract.Batch
}

export async function serializeBatches(
  { db, now, listNextExams }: SerializeDeps,
  batches: readonly Batch[],
): Promise<contract.Batch[]> {
  const at = now()
  const today = formatInstituteDay(at)
  const ids = batches.map(({ id }) => id)
  const counts = await countBatchStudents(db.read, ids)
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

export function serializeDeletedBatch({ id, name, course, deletedAt }: Batch, students = 0) {
  return {
    _id: id,
    name,
    course,
    students,
    deletedAt: toInstant(deletedAt ?? 0),
    erasedAt: toInstant(getErasedAt(deletedAt ?? 0)),
  }
}

export function serializeMember(
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

export async function describeAdded(deps: SerializeDeps, added: AddedStudents) {
  const { length: count } = added.ids
  const batch = await serializeBatch(deps, added.batch)
  const overSeats = countOverSeats(batch.students, batch.seats)
  const warning =
    overSeats > 0 ? ` The batch has ${pluralize(overSeats, 'more student')} than seats.` : ''
  const message = `${pluralize(count, 'student')} added.${warning}`
  return { message, added: count, addedIds: [...added.ids], batch, overSeats }
}

/** With the details that an undo needs. */
export async function describeRemoved(
  deps: SerializeDeps,
  { batch, target, members, addedIds }: RemovedStudents,
) {
  const students = pluralize(members.length, 'student')
  return {
    message: target ? `${students} moved to ${target.name}.` : `${students} taken out.`,
    removed: members.length,
    batch: await serializeBatch(deps, batch),
    undo: {
      addedAt: Object.fromEntries(members.map(({ id, addedAt }) => [id, toInstant(addedAt)])),
      addedIds: [...addedIds],
    },
  }
}
