import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from '#simulated-class/ledger.ts'
import { buildAnswerUrl, post, type StartedAttempt } from '#test/server-process.ts'

type AnsweringOptions = {
  readonly ledger: Ledger
  /** Sequence numbers begin above this one. */
  readonly first: number
  readonly isOver: () => boolean
  /** Refusals that are followed by the next answer, as is silence; a browser sends it again. */
  readonly toleratedStatuses?: readonly number[]
}

/**
 * All students at once, each sending an answer after the reply to the previous one.
 * @throws on a refusal that is not tolerated
 */
export async function answerUntilOver(
  url: string,
  seats: readonly StartedAttempt[],
  { ledger, first, isOver, toleratedStatuses = [503] }: AnsweringOptions,
): Promise<void> {
  await Promise.all(
    seats.map(async (seat) => {
      for (let sequence = first + 1; !isOver(); sequence++) {
        const reply = await submitAnswer(url, seat, { ledger, sequence })
        if (reply?.status === 200) continue
        if (reply && !toleratedStatuses.includes(reply.status)) throw new Error(reply.text)
        await pause(5)
      }
    }),
  )
}

/**
 * Submits the answer that this sequence number stands for, and records it if it is acknowledged.
 * @returns null if there was no reply
 */
export async function submitAnswer(
  url: string,
  seat: StartedAttempt,
  { ledger, sequence }: { readonly ledger: Ledger; readonly sequence: number },
) {
  const { attemptId } = seat
  const questionId = seat.questionIds[sequence % seat.questionIds.length] ?? ''
  const option = sequence % 4
  const body = { questionId, selectedOption: option, sequence }
  const reply = await post(buildAnswerUrl(url, seat), { ...seat, body }).catch(() => null)
  if (reply?.status === 200) ledger.record({ attemptId, questionId, sequence, option })
  return reply
}
