import { oldestRestorable } from '#core/recently-deleted.ts'
import { audit, eraseAuditValues, serverItself } from '../audit.ts'
import type { Deps } from '../deps.ts'
import { eraseStudents, studentsToErase } from './deletion-store.ts'

/** Few, since each takes their attempts and answers along, and answers of others wait meanwhile. */
const mostAtOnce = 20

/** Whoever was deleted 30 days ago goes for good: rows, images, sessions, letters. */
export async function eraseDeletedStudents(deps: Deps): Promise<void> {
  const { db, now, images, mail } = deps
  for (;;) {
    const at = now()
    const due = await studentsToErase(db.read, oldestRestorable(at), mostAtOnce)
    if (due.length === 0) return
    const ids = due.map(({ id }) => id)
    // Files first: killed in between, we find the rows again and nothing is left behind.
    for (const image of due.flatMap(({ front_image_id, back_image_id }) => [
      front_image_id,
      back_image_id,
    ])) {
      if (image) await images.remove(image)
    }
    await mail.eraseFiles(db.read, ids)
    await db.erase(async (tx) => {
      await eraseStudents(tx, ids)
      await eraseAuditValues(tx, ids)
      const detail = { ids }
      await audit(tx, deps, { actor: serverItself, action: 'students.erased', detail }, at)
    })
  }
}
