import { type Refusal, refuse } from '#core/refusal.ts'
import { isRestorable } from '#core/students/retention.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { clearExamDeletion, lockDeletion } from './deletion-queries.ts'

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
