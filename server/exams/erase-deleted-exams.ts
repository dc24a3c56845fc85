import { getRestorableCutoff } from '#core/students/retention.ts'
import { audit, systemActor } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { eraseExam, findExamToErase, listExamImages } from './deletion-queries.ts'

/** A test that was deleted 30 days ago goes for good: its versions, pictures and attempts. */
export async function eraseDeletedExams(deps: Deps): Promise<void> {
  const { db, now, images } = deps
  for (;;) {
    const at = now()
    const due = await findExamToErase(db.read, getRestorableCutoff(at))
    if (!due) return
    const imageIds = await listExamImages(db.read, due.id)
    // Files first: killed in between, we find the row again and nothing is left behind.
    for (const id of imageIds) await images.remove(id)
    await db.erase(async (tx) => {
      await eraseExam(tx, due.id, imageIds)
      const { id, title } = due
      const values = { title }
      await audit(tx, deps, { actor: systemActor, action: 'exam.erased', subject: id, values }, at)
    })
  }
}
