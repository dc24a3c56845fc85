import { sendLateAnswers } from '#contract/late-answers.ts'
import type { LateOutcome } from '#core/quiz-session/events.ts'
import { request } from '../../../client/request.ts'
import { type PendingAnswer, toAnswerBody } from './pending-answers.ts'

const timeoutMs = 30_000
/** As many as the server takes at once. */
const maxAnswers = 1000

/** Sends answers to an attempt that is over. */
export async function sendLate(
  attemptId: string,
  answers: readonly PendingAnswer[],
): Promise<LateOutcome> {
  const outcome = { saved: [] as string[], late: [] as string[], declined: [] as string[] }
  for (let from = 0; from < answers.length; from += maxAnswers) {
    const body = { answers: answers.slice(from, from + maxAnswers).map(toAnswerBody) }
    const signal = AbortSignal.timeout(timeoutMs)
    const reply = await request(sendLateAnswers, { params: { attemptId }, body, signal })
    outcome.saved.push(...reply.saved)
    outcome.late.push(...reply.late)
    outcome.declined.push(...reply.declined)
  }
  return outcome
}
