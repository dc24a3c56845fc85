import type { PendingAnswer as Pending } from '#core/quiz-session/effects.ts'
import type { ChosenAnswer } from '../../../questions/options/kind-screens.ts'

/** In the fields of the question's kind, as the wire has them; the session never looks into them. */
export type Answer = ChosenAnswer
export type PendingAnswer = Pending<Answer>

/** As the server takes it, and as the device keeps it with the attempt's id. */
export type AnswerBody = Answer & { readonly questionId: string; readonly sequence: number }

export function toAnswerBody({ questionId, answer, sequence }: PendingAnswer): AnswerBody {
  return { ...answer, questionId, sequence }
}

export function readStoredAnswer(row: AnswerBody & { readonly attemptId: string }): PendingAnswer {
  const { attemptId: _, questionId, sequence, ...answer } = row
  return { questionId, answer, sequence }
}
