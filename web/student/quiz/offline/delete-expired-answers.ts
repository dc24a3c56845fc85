import { getLastServerTime } from '../../../client/server-clock.ts'
import { clearPendingAnswers, listOfflineAttempts, type OfflineAttempt } from './pending-answers.ts'

/** So long after its end an attempt's answers wait for their student on a machine that others use. */
const retentionMs = 24 * 60 * 60 * 1000

/** Whether nobody may come for it any more, by the server's clock in milliseconds since 1970. */
export function isExpired({ endsAt }: Pick<OfflineAttempt, 'endsAt'>, now: number): boolean {
  return now > endsAt + retentionMs
}

/**
 * When an account leaves: only answers that wait stay on the device, and not for ever. How old they
 * are is judged by a time the server told, since the clock of a lab's machine may be wrong.
 */
export async function deleteExpiredAnswers(): Promise<void> {
  const now = getLastServerTime()
  for (const attempt of await listOfflineAttempts()) {
    const isTooOld = now !== null && isExpired(attempt, now)
    if (attempt.waiting.length === 0 || isTooOld) await clearPendingAnswers(attempt.attemptId)
  }
}
