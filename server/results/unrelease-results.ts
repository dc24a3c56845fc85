import { type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { lockExam } from '../exams/queries.ts'
import { clearRelease } from '../exams/release-queries.ts'
import type { Actor } from '../http/session.ts'
import { dropUnsentResults, getResultProgress } from '../result-mails/queries.ts'

type UnreleaseOutcome = {
  readonly message: string
  readonly stopped: number
  readonly sent: number
}

/** Students see no result again; what has left cannot be called back, what waits does not leave. */
export async function unreleaseResults(
  { db, now, newId }: Deps,
  { examId, why, actor }: { examId: string; why: string; actor: Actor },
): Promise<UnreleaseOutcome | Refusal<'test-not-found'>> {
  return db.write(async (tx) => {
    const exam = await lockExam(tx, examId)
    if (!exam) return refuse('test-not-found')

    const at = now()
    await clearRelease(tx, examId)
    const { count: stopped } = await dropUnsentResults(tx, { examId }, at)
    const { sent } = await getResultProgress(tx, examId)
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
