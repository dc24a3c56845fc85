import { type Refusal, refuse } from '#core/refusal.ts'
import { getRestorableCutoff, isRestorable } from '#core/students/retention.ts'
import { audit, eraseAuditValues, systemActor } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import {
  clearExamDeletion,
  eraseExam,
  findExamToErase,
  listExamImages,
  lockDeletion,
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
      await eraseExam(tx, due.id, imageIds)
      // What its questions said before and after each change.
      await eraseAuditValues(tx, [due.id])
      const { id, title } = due
      const values = { title }
      await audit(tx, deps, { actor: systemActor, action: 'exam.erased', subject: id, values }, at)
    })
  }
}
