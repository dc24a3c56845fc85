import { isNote } from '#core/attempts/free-paper.ts'
import type { LateOutcome } from '#core/quiz-session/events.ts'
import type { PendingAnswer } from './pending-answers.ts'

export type Recovery = RecoveryState & {
  readonly attemptId: string
  readonly testTitle: string
}

export type RecoveryState =
  | { readonly state: 'sending' | 'offline'; readonly count: number }
  | { readonly state: 'saved' }
  /** Late: kept for staff to decide. Declined: chosen after the deadline. */
  | { readonly state: 'after-end'; readonly late: number; readonly declined: number }

type Waiting = Pick<PendingAnswer, 'questionId' | 'answer'>

/** The state to report for answers that were sent after the end; one question counts once. */
export function toOutcomeState(waiting: readonly Waiting[], outcome: LateOutcome): RecoveryState {
  const late = new Set(outcome.late)
  const declined = new Set(outcome.declined)
  const answered = listAnswered(waiting)
  const counts = {
    late: answered.filter((id) => late.has(id)).length,
    declined: answered.filter((id) => !late.has(id) && declined.has(id)).length,
  }
  return counts.late + counts.declined > 0 ? { state: 'after-end', ...counts } : { state: 'saved' }
}

/** Marks and places of a free paper are sent without a word. */
function listAnswered(waiting: readonly Waiting[]): readonly string[] {
  const ids = waiting.filter(({ answer }) => !isNote(answer)).map(({ questionId }) => questionId)
  return [...new Set(ids)]
}

export function countAnswers(waiting: readonly Waiting[]): number {
  return listAnswered(waiting).length
}
