import { type Refusal, refuse } from '#core/refusal.ts'
import { type Actor, audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { examToChange } from '../exams/store.ts'
import { hideResults } from './store.ts'

type TakenBack = { readonly message: string; readonly stopped: number; readonly sent: number }

/** Students see no result again; what has left cannot be called back, what waits does not leave. */
export async function takeBackResult(
  { db, now, mail, newId }: Deps,
  { examId, why, actor }: { examId: string; why: string; actor: Actor },
): Promise<TakenBack | Refusal<'test-not-found'>> {
  return db.write(async (tx) => {
    const exam = await examToChange(tx, examId)
    if (!exam) return refuse('test-not-found')

    const at = now()
    await hideResults(tx, examId)
    const { count: stopped } = await mail.dropUnsentResults(tx, { examId }, at)
    const { sent } = await mail.getResultProgress(tx, examId)
    if (exam.resultsReleasedAt !== null) {
      const event = {
        actor,
        action: 'results.unreleased',
        subject: examId,
        detail: { stopped, sent },
        values: { why },
      } as const
      await audit(tx, { newId }, event, at)
    }
    return { message: 'Results are hidden again.', stopped, sent }
  })
}
