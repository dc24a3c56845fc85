import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { getRestorableCutoff, isRestorable } from '#core/students/retention.ts'
import { isTypedAsShown } from '#core/text.ts'
import { audit, eraseAuditValues, systemActor } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import {
  clearExamDeletion,
  eraseExamRows,
  findExamToErase,
  listExamImages,
  lockDeletion,
  markExamDeleted,
} from './deletion-queries.ts'

/** Its attempts were hidden with it and come back with it. Restoring twice is not an error. */
export async function restoreExam(
  deps: Deps,
  { id, actor }: { id: string; actor: Actor },
): Promise<Refusal<'test-not-found'> | null> {
  return deps.db.write(async (tx) => {
    const exam = await lockDeletion(tx, id)
    if (!exam) return refuse('test-not-found')
    if (exam.deletedAt === null) return null

    const at = deps.now()
    if (!isRestorable(exam.deletedAt, at)) return refuse('test-not-found')

    await clearExamDeletion(tx, id)
    await audit(tx, deps, { actor, action: 'exam.restored', subject: id }, at)
    return null
  })
}

/** A test that was deleted 30 days ago goes for good: its versions, pictures and attempts. */
export async function eraseDeletedExams(deps: Deps): Promise<void> {
  const { db, now, images } = deps
  for (;;) {
    const at = now()
    const due = await findExamToErase(db.read, getRestorableCutoff(at))
    if (!due) return
    const imageIds = await listExamImages(db.read, due.id)
    // Files first: after a crash in between, the row is still there to find them.
    for (const id of imageIds) await images.remove(id)
    await db.erase(async (tx) => {
      await eraseExamRows(tx, due.id, imageIds)
      // Texts of its questions before and after each change.
      await eraseAuditValues(tx, [due.id])
      const { id, title } = due
      const values = { title }
      await audit(tx, deps, { actor: systemActor, action: 'exam.erased', subject: id, values }, at)
    })
  }
}

export type EraseExamDeps = Deps & {
  readonly hasAttempts: (db: Db, examId: string) => Promise<boolean>
}

type EraseExamInput = {
  readonly id: string
  /** The title as the owner typed it, so that no test is erased by mistake. */
  readonly title: string
  readonly actor: Actor
}

/**
 * Erases a deleted test at once instead of after 30 days, if nobody has taken it: what students have
 * done is kept that long. Its 30 days are ended first, so that the next sweep finishes what a killed
 * process started.
 */
export async function eraseExam(
  deps: EraseExamDeps,
  { id, title, actor }: EraseExamInput,
): Promise<string | Refusal<'test-not-found' | 'test-was-taken' | 'invalid-input'>> {
  const erased = await deps.db.write(async (tx) => {
    const exam = await lockDeletion(tx, id)
    const at = deps.now()
    if (!exam || exam.deletedAt === null || !isRestorable(exam.deletedAt, at)) {
      return refuse('test-not-found')
    }
    if (!isTypedAsShown(title, exam.title)) {
      return refuse('invalid-input', { title: 'Type the title exactly as it is shown' })
    }
    if (await deps.hasAttempts(tx, id)) return refuse('test-was-taken')

    await markExamDeleted(tx, id, getRestorableCutoff(at))
    await audit(tx, deps, { actor, action: 'exam.erasure-ordered', subject: id }, at)
    return exam.title
  })
  if (!isRefusal(erased)) await eraseDeletedExams(deps)
  return erased
}
