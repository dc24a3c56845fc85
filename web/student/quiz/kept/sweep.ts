import { getLastServerTime } from '../../../client/server-clock.ts'
import { clearKeptAnswers, type LeftBehind, leftBehind } from './kept-answers.ts'

/** So long after its end an attempt's answers wait for their student on a machine that others use. */
const longestKeptMs = 24 * 60 * 60 * 1000

/** Whether nobody may come for it any more, by the server's clock in milliseconds since 1970. */
export function isForgotten({ endsAt }: Pick<LeftBehind, 'endsAt'>, now: number): boolean {
  return now > endsAt + longestKeptMs
}

/**
 * When an account leaves: only answers that wait stay on the device, and not for ever. How old they
 * are is judged by a time the server told, since the clock of a lab's machine may be wrong.
 */
export async function sweepKeptAnswers(): Promise<void> {
  const now = getLastServerTime()
  for (const left of await leftBehind()) {
    const isOver = now !== null && isForgotten(left, now)
    if (left.waiting.length === 0 || isOver) await clearKeptAnswers(left.attemptId)
  }
}
