import { type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { hasEverExisted, markExamDeleted } from '../exams/deletion-queries.ts'
import { lockExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import { countRunningAttempts } from './queries.ts'

/** Deleting twice is not an error; deleting while an attempt runs is. */
export async function deleteExam(
  deps: Deps,
  { id, actor }: { id: string; actor: Actor },
): Promise<Refusal<'test-not-found' | 'test-has-running-attempts'> | null> {
  return deps.db.write(async (tx) => {
    const exam = await lockExam(tx, id)
    if (!exam) return (await hasEverExisted(tx, id)) ? null : refuse('test-not-found')
    if ((await countRunningAttempts(tx, id)) > 0) return refuse('test-has-running-attempts')

    const at = deps.now()
    await markExamDeleted(tx, id, at)
    await audit(tx, deps, { actor, action: 'exam.deleted', subject: id }, at)
    return null
  })
}
