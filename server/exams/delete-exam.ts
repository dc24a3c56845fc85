import { type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { hasEverExisted, markExamDeleted } from './deletion-queries.ts'
import { lockExam } from './queries.ts'

export type DeleteExamDeps = Deps & {
  readonly countRunningAttempts: (db: Db, examId: string) => Promise<number>
}

/** Deleting twice is not an error; deleting while an attempt runs is. */
export async function deleteExam(
  deps: DeleteExamDeps,
  { id, actor }: { id: string; actor: Actor },
): Promise<Refusal<'test-not-found' | 'test-has-running-attempts'> | null> {
  return deps.db.write(async (tx) => {
    const exam = await lockExam(tx, id)
    if (!exam) return (await hasEverExisted(tx, id)) ? null : refuse('test-not-found')
    if ((await deps.countRunningAttempts(tx, id)) > 0) return refuse('test-has-running-attempts')

    const at = deps.now()
    await markExamDeleted(tx, id, at)
    await audit(tx, deps, { actor, action: 'exam.deleted', subject: id }, at)
    return null
  })
}
