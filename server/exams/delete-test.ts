import { type Refusal, refuse } from '#core/refusal.ts'
import { runningCount } from '../attempts/store.ts'
import { type Actor, audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { deleteExam, wasExam } from './deletion-store.ts'
import { examToChange } from './store.ts'

/** Deleting twice is not an error; deleting under somebody's hands is. */
export async function deleteTest(
  deps: Deps,
  { id, actor }: { id: string; actor: Actor },
): Promise<Refusal<'test-not-found' | 'test-has-running-attempts'> | null> {
  return deps.db.write(async (tx) => {
    const exam = await examToChange(tx, id)
    if (!exam) return (await wasExam(tx, id)) ? null : refuse('test-not-found')
    if ((await runningCount(tx, id)) > 0) return refuse('test-has-running-attempts')

    const at = deps.now()
    await deleteExam(tx, id, at)
    await audit(tx, deps, { actor, action: 'exam.deleted', subject: id }, at)
    return null
  })
}
